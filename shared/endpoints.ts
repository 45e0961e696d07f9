import * as accounts from "./accounts/customer.ts";
import * as accountDesk from "./accounts/operator.ts";
import { getOverview } from "./accounts/overview.ts";
import * as recovery from "./accounts/recovery.ts";
import * as accountSettings from "./accounts/settings.ts";
import * as activity from "./activity/customer.ts";
import * as activityReports from "./activity/device.ts";
import { getConsentCountries, saveConsentCountries } from "./affiliates/consent.ts";
import * as affiliates from "./affiliates/customer.ts";
import { getLedger } from "./affiliates/ledger.ts";
import * as affiliateDesk from "./affiliates/operator.ts";
import * as affiliateLinks from "./affiliates/public.ts";
import * as apiKeyDesk from "./apiKeys/operator.ts";
import * as auditDesk from "./audit/operator.ts";
import { getCredit } from "./billing/credit.ts";
import * as creditDesk from "./billing/creditSettings.ts";
import * as billing from "./billing/customer.ts";
import * as discountCodes from "./billing/discountCodes.ts";
import { getDiscount } from "./billing/discounts.ts";
import * as disputes from "./billing/disputes.ts";
import * as billingDesk from "./billing/operator.ts";
import * as planChange from "./billing/planChange.ts";
import * as stripe from "./billing/stripe.ts";
import * as team from "./billing/team.ts";
import { withdraw } from "./billing/withdrawal.ts";
import * as withdrawals from "./billing/withdrawals.ts";
import * as diagnostics from "./diagnostics/public.ts";
import type { Endpoint } from "./endpoint.ts";
import * as growth from "./insights/growth.ts";
import { getNeeds } from "./insights/needs.ts";
import * as insights from "./insights/operator.ts";
import { refreshRows } from "./insights/refresh.ts";
import * as licenses from "./licenses/customer.ts";
import * as devices from "./licenses/device.ts";
import * as keyLists from "./licenses/keyLists.ts";
import * as keyDesk from "./licenses/operator.ts";
import * as leases from "./licenses/public.ts";
import * as signIn from "./licenses/signIn.ts";
import * as mailDesk from "./mail/operator.ts";
import * as ownPayouts from "./payouts/customer.ts";
import * as payouts from "./payouts/operator.ts";
import { getStatement } from "./payouts/statement.ts";
import * as waiting from "./promotions/customer.ts";
import * as offer from "./promotions/operator.ts";
import * as promotions from "./promotions/public.ts";
import * as alertDesk from "./security/operator.ts";
import * as statusBoard from "./status/operator.ts";
import * as status from "./status/public.ts";

/**
 * Every endpoint by its id, `<feature>/<name>`. The id is also the path of the handler below functions/,
 * the name of its Lambda, its row in infra/access/<feature>.ts and its log event.
 * For infra, local and tests; product code imports the one contract it needs.
 */
export const ENDPOINTS = {
  "accounts/addNote": accountDesk.addNote,
  "accounts/beginAuthenticator": accountSettings.beginAuthenticator,
  "accounts/changeEmail": accountSettings.changeEmail,
  "accounts/changeName": accountSettings.changeName,
  "accounts/changePassword": accountSettings.changePassword,
  "accounts/confirmEmail": accounts.confirmEmail,
  "accounts/confirmNewEmail": accountSettings.confirmNewEmail,
  "customers/deleteAccount": accountSettings.deleteAccount,
  "accounts/changeCustomerEmail": accountDesk.changeCustomerEmail,
  "customers/deleteCustomer": accountDesk.deleteCustomer,
  "accounts/endAllSessions": accountSettings.endAllSessions,
  "accounts/endSession": accounts.endSession,
  "customers/exportCustomer": accountDesk.exportCustomer,
  "customers/exportData": accountSettings.exportData,
  "accounts/getAccount": accounts.getAccount,
  "customers/getCustomer": accountDesk.getCustomer,
  "customers/getOverview": getOverview,
  "accounts/listSessions": accountSettings.listSessions,
  "customers/listUsers": accountDesk.listUsers,
  "accounts/recoverAccount": recovery.recoverAccount,
  "accounts/replaceRecoveryCode": recovery.replaceRecoveryCode,
  "customers/searchUsers": accountDesk.searchUsers,
  "accounts/startOperatorSession": accountDesk.startOperatorSession,
  "accounts/renewOperatorSession": accountDesk.renewOperatorSession,
  "accounts/endOperatorSession": accountDesk.endOperatorSession,
  "accounts/resumeMail": accountDesk.resumeMail,
  "accounts/sendEmailCode": accounts.sendEmailCode,
  "accounts/sendPasswordReset": accountDesk.sendPasswordReset,
  "accounts/setIncidentMail": accountSettings.setIncidentMail,
  "accounts/setSecondFactor": accountSettings.setSecondFactor,
  "customers/startSession": accounts.startSession,
  "customers/suspendUser": accountDesk.suspendUser,
  "activity/getActivityLogs": activity.getActivityLogs,
  "activity/getVideoCount": activity.getVideoCount,
  "activity/report": activityReports.report,
  "referrals/createDestination": affiliateDesk.createDestination,
  "referrals/followLink": affiliateLinks.followLink,
  "affiliates/getAffiliate": affiliates.getAffiliate,
  "referrals/getConsentCountries": getConsentCountries,
  "affiliates/getLedger": getLedger,
  "affiliates/halt": affiliateDesk.halt,
  "affiliates/join": affiliates.join,
  "affiliates/listActivity": affiliateDesk.listActivity,
  "affiliates/listAffiliates": affiliateDesk.listAffiliates,
  "affiliates/listConversions": affiliates.listConversions,
  "referrals/listDestinations": affiliateDesk.listDestinations,
  "referrals/saveConsentCountries": saveConsentCountries,
  "affiliates/searchAffiliates": affiliateDesk.searchAffiliates,
  "affiliates/setCommissionRate": affiliateDesk.setCommissionRate,
  "affiliates/testLink": affiliates.testLink,
  "referrals/updateDestination": affiliateDesk.updateDestination,
  "apiKeys/createApiKey": apiKeyDesk.createApiKey,
  "apiKeys/listApiKeys": apiKeyDesk.listApiKeys,
  "apiKeys/revokeApiKey": apiKeyDesk.revokeApiKey,
  "audit/listAudit": auditDesk.listAudit,
  "disputes/acceptDispute": disputes.acceptDispute,
  "refunds/answerWithdrawal": withdrawals.answerWithdrawal,
  "disputes/answerDispute": disputes.answerDispute,
  "subscriptions/cancelSubscription": billing.cancelSubscription,
  "subscriptions/changePlan": planChange.changePlan,
  "subscriptions/changeSubscription": billingDesk.changeSubscription,
  "discounts/createDiscountCode": discountCodes.createDiscountCode,
  "discounts/endDiscountCode": discountCodes.endDiscountCode,
  "stripeEvents/getCheckout": billing.getCheckout,
  "checkout/getCredit": getCredit,
  "checkout/getCreditSettings": creditDesk.getCreditSettings,
  "discounts/getDiscount": getDiscount,
  "disputes/getDispute": disputes.getDispute,
  "catalog/getPlanSettings": billingDesk.getPlanSettings,
  "refunds/getRefundLimits": billingDesk.getRefundLimits,
  "refunds/getRefundOffer": billing.getRefundOffer,
  "subscriptions/getSubscription": billing.getSubscription,
  "subscriptions/inviteMember": team.inviteMember,
  "subscriptions/joinTeam": team.joinTeam,
  "subscriptions/keepPlan": planChange.keepPlan,
  "subscriptions/keepSubscription": billing.keepSubscription,
  "checkout/leaveCheckout": billing.leaveCheckout,
  "discounts/listDiscountCodes": discountCodes.listDiscountCodes,
  "disputes/listDisputes": disputes.listDisputes,
  "stripeEvents/listFailedEvents": billingDesk.listFailedEvents,
  "subscriptions/listInvoices": billing.listInvoices,
  "subscriptions/openPortal": billing.openPortal,
  "subscriptions/payOpenInvoices": billing.payOpenInvoices,
  "subscriptions/previewPlan": planChange.previewPlan,
  "refunds/refundPayment": billingDesk.refundPayment,
  "mail/refuseInvitations": team.refuseInvitations,
  "subscriptions/removeMember": team.removeMember,
  "mail/setInvitationMail": team.setInvitationMail,
  "reconciliation/replayEvent": billingDesk.replayEvent,
  "refunds/requestRefund": billing.requestRefund,
  "checkout/saveCreditSettings": creditDesk.saveCreditSettings,
  "catalog/savePlanSettings": billingDesk.savePlanSettings,
  "refunds/saveRefundLimits": billingDesk.saveRefundLimits,
  "checkout/startCheckout": billing.startCheckout,
  "stripeEvents/stripeWebhook": stripe.stripeWebhook,
  "reconciliation/syncCustomer": billingDesk.syncCustomer,
  "refunds/listWithdrawals": withdrawals.listWithdrawals,
  "refunds/withdraw": withdraw,
  "diagnostics/logClientErrors": diagnostics.logClientErrors,
  "insights/exportList": insights.exportList,
  "insights/recordExport": insights.recordExport,
  "insights/getGrowth": growth.getGrowth,
  "insights/listMoves": growth.listMoves,
  "insights/getLatest": insights.getLatest,
  "insights/getNeeds": getNeeds,
  "insights/getSystemStats": insights.getSystemStats,
  "insights/getTrends": insights.getTrends,
  "insights/refreshRows": refreshRows,
  "insights/searchAll": insights.searchAll,
  "licenses/activate": devices.activate,
  "licenses/answerOffline": licenses.answerOffline,
  "licenses/answerSignIn": signIn.answerSignIn,
  "licenses/assignLicenseKey": keyDesk.assignLicenseKey,
  "licenses/createFreeKey": licenses.createFreeKey,
  "licenses/createLicenseKey": keyDesk.createLicenseKey,
  "licenses/deactivate": devices.deactivate,
  "licenses/dismissCopy": licenses.dismissCopy,
  "licenses/explain": devices.explain,
  "licenses/extendKey": keyDesk.extendKey,
  "licenses/getLeaseKeys": leases.getLeaseKeys,
  "licenses/getSignIn": signIn.getSignIn,
  "licenses/listKeys": keyLists.listKeys,
  "licenses/listSeats": licenses.listSeats,
  "licenses/nameSeat": licenses.nameSeat,
  "licenses/pollSignIn": signIn.pollSignIn,
  "licenses/reactivateKey": keyDesk.reactivateKey,
  "licenses/refresh": devices.refresh,
  "licenses/replaceCustomerKey": keyDesk.replaceCustomerKey,
  "licenses/removeTaken": licenses.removeTaken,
  "licenses/replaceKey": licenses.replaceKey,
  "licenses/resetSwaps": keyDesk.resetSwaps,
  "licenses/revokeKey": keyDesk.revokeKey,
  "licenses/searchKeys": keyLists.searchKeys,
  "licenses/setEntitlements": keyDesk.setEntitlements,
  "licenses/showKey": keyDesk.showKey,
  "licenses/startSignIn": signIn.startSignIn,
  "licenses/swapSeat": licenses.swapSeat,
  "licenses/unassignLicenseKey": keyDesk.unassignLicenseKey,
  "licenses/validate": devices.validate,
  "mail/countRecipients": mailDesk.countRecipients,
  "mail/stopMailing": mailDesk.stopMailing,
  "mail/tryIncidentMail": mailDesk.tryIncidentMail,
  "mail/listMailings": mailDesk.listMailings,
  "mail/resendMail": mailDesk.resendMail,
  "payouts/approve": payouts.approve,
  "payouts/cancel": payouts.cancel,
  "payouts/getBatch": payouts.getBatch,
  "payouts/getConnect": ownPayouts.getConnect,
  "payouts/getStatement": getStatement,
  "payouts/listBatches": payouts.listBatches,
  "payouts/listOwnPayouts": ownPayouts.listOwnPayouts,
  "payouts/listPayoutRequests": payouts.listPayoutRequests,
  "payouts/listPayouts": payouts.listPayouts,
  "payouts/previewBatch": payouts.previewBatch,
  "payouts/reject": payouts.reject,
  "payouts/requestPayout": ownPayouts.requestPayout,
  "payouts/runCalc": payouts.runCalc,
  "payouts/runDistribute": payouts.runDistribute,
  "payouts/startOnboarding": ownPayouts.startOnboarding,
  "payouts/transfer": payouts.transfer,
  "promotions/getPromotions": promotions.getPromotions,
  "promotions/getUnits": offer.getUnits,
  "promotions/getWaiting": waiting.getWaiting,
  "promotions/joinWaiting": waiting.joinWaiting,
  "promotions/leaveWaiting": waiting.leaveWaiting,
  "promotions/listWaiting": offer.listWaiting,
  "promotions/removeWaiting": offer.removeWaiting,
  "promotions/savePromotions": offer.savePromotions,
  "security/listAlerts": alertDesk.listAlerts,
  "security/resolveAlert": alertDesk.resolveAlert,
  "status/getBoard": statusBoard.getBoard,
  "status/getFeed": status.getFeed,
  "status/getHistory": status.getHistory,
  "status/getStatus": status.getStatus,
  "status/linkPostmortem": statusBoard.linkPostmortem,
  "status/openIncident": statusBoard.openIncident,
  "status/saveBoard": statusBoard.saveBoard,
  "status/updateIncident": statusBoard.updateIncident,
} as const satisfies Record<`${string}/${string}`, Endpoint>;

export type EndpointId = keyof typeof ENDPOINTS;
