export {
  attributeByCode,
  attributeByLink,
  attributeTo,
  getAttribution,
  removeAttribution,
} from "./attributionTable.ts";
export { ALL, LANDING } from "./counterRules.ts";
export { findDestination, listDestinations } from "./destinations/table.ts";
export { markDiscount } from "./discountTable.ts";
export { newAffiliate, refuseUnpaid } from "./rules.ts";
export {
  AFFILIATES,
  affiliateKey,
  changeRate,
  changeStatus,
  codeKey,
  count,
  countIn,
  countKeys,
  createAffiliate,
  findByCode,
  followEmail,
  forgetPerson,
  getAffiliate,
  getAffiliates,
  LIST,
  onlyWhileStatusIs,
} from "./table.ts";
export { countClicks, PARTS, recordConversion, TRAFFIC, totalKey } from "./traffic/table.ts";
