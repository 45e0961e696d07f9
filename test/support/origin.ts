import { originHashes } from "../../scripts/deploy/originHashes.ts";

/** The hash of the secret `origin`, which tests that call a handler without a gateway send as CloudFront's. */
export const ORIGIN_HASHES = originHashes("origin");
