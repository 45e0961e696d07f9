import { originHashes } from "../../scripts/deploy/originHashes.ts";

/** The hash of the secret `origin`. Tests that call a handler without a gateway send the secret as CloudFront does. */
export const ORIGIN_HASHES = originHashes("origin");
