/** In its own file, so that the status page's script does not load the other claims. */
export const CLAIMED_UPTIME = "99.9%";
