import * as z from "zod/mini";

// zod would compile its checks with `new Function`, which the Content-Security-Policy refuses and reports.
z.config({ jitless: true });
