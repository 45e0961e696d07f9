/**
 * The header with which our own pages' script confirms that the visitor agreed to a link's cookie. Neither a link nor
 * another site can send it: before a browser sends such a header to another origin, it asks the API. The value is the
 * referring page, which may be empty.
 */
export const CONSENT_HEADER = "x-link-consent";
/** The query parameter with the affiliate's link. The page asks for consent to this link's cookie. */
export const LINK_TO_ASK_ABOUT = "via";
