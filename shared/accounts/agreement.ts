import * as z from "zod/mini";
import { Instant } from "../instant.ts";

const Version = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** What the sign-up page sends along with the address and the password: the versions that it showed. */
export const AgreedVersions = z.object({ terms: Version, privacy: Version });

/** Which versions of the terms and the privacy policy were accepted at sign-up, and when. */
export const Agreement = z.object({ ...AgreedVersions.shape, at: Instant });
export type Agreement = z.output<typeof Agreement>;
