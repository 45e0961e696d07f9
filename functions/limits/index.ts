export { isWithin, networkOf } from "./networkRules.ts";
export {
  CALLS_AN_API_KEY,
  CODES_A_PERSON,
  FREE_KEYS_A_NETWORK,
  HOLDS_A_NETWORK,
  INVITATIONS_A_TEAM,
  MAILED_CODES_A_NETWORK,
  RECOVERIES_A_NETWORK,
  SIGN_INS_A_NETWORK,
  SIGN_INS_AN_ADDRESS,
  SIGN_UPS_A_NETWORK,
  WITHDRAWALS,
  WITHDRAWALS_A_NETWORK,
  WITHDRAWALS_A_PERSON,
} from "./rules.ts";
export { countNetwork, countRefusal, countWithin, muchFrom, withinLimits } from "./table.ts";
