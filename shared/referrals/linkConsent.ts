/**
 * The header by which a script of our own pages says that the visitor agreed to the cookie of a link. No link can send
 * it, and no other site's script: a browser asks the API before it sends a header of that name elsewhere. Its value is
 * the page that led the visitor here, which may be empty.
 */
export const CONSENT_HEADER = "x-link-consent";
/** In the address of the page that a link led to without a cookie: the link, so that the page can ask. */
export const LINK_TO_ASK_ABOUT = "via";
