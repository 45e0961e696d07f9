import * as z from "zod/mini";
import { Instant } from "../instant.ts";

const Version = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** The versions that the sign-up page showed. */
export const AgreedVersions = z.object({ terms: Version, privacy: Version });

export const Agreement = z.object({ ...AgreedVersions.shape, at: Instant });
export type Agreement = z.output<typeof Agreement>;
