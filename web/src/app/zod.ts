import * as z from "zod/mini";

// zod would compile checks with `new Function`, which the Content-Security-Policy forbids.
z.config({ jitless: true });
