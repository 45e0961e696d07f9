import * as accounts from "./accounts/customer.ts";
import * as accountsDesk from "./accounts/operator.ts";
import * as accountsPublic from "./accounts/public.ts";
import * as accountsReaders from "./accounts/readers.ts";
import * as accountsRecovery from "./accounts/recovery.ts";
import * as accountsSettings from "./accounts/settings.ts";
import * as activity from "./activity/customer.ts";
import * as activityDevice from "./activity/device.ts";
import * as affiliates from "./affiliates/customer.ts";
import * as affiliatesLedger from "./affiliates/ledger.ts";
import * as affiliatesDesk from "./affiliates/operator.ts";
import * as apiKeysDesk from "./apiKeys/operator.ts";
import * as auditDesk from "./audit/operator.ts";
import * as catalogDesk from "./catalog/operator.ts";
import * as checkoutCredit from "./checkout/credit.ts";
import * as checkoutCreditSettings from "./checkout/creditSettings.ts";
import * as checkout from "./checkout/customer.ts";
import * as customers from "./customers/customer.ts";
import * as customersDesk from "./customers/operator.ts";
import * as customersOverview from "./customers/overview.ts";
import * as customersSession from "./customers/session.ts";
import * as diagnosticsPublic from "./diagnostics/public.ts";
import * as discountsDiscount from "./discounts/discount.ts";
import * as discountsDesk from "./discounts/operator.ts";
import * as disputesDesk from "./disputes/operator.ts";
import type { Endpoint } from "./endpoint.ts";
import * as insightsBalance from "./insights/balance.ts";
import * as insightsGrowth from "./insights/growth.ts";
import * as insightsNeeds from "./insights/needs.ts";
import * as insightsDesk from "./insights/operator.ts";
import * as insightsPayment from "./insights/payment.ts";
import * as insightsRefresh from "./insights/refresh.ts";
import * as licenses from "./licenses/customer.ts";
import * as licensesDevice from "./licenses/device.ts";
import * as licensesKeyLists from "./licenses/keyLists.ts";
import * as licensesDesk from "./licenses/operator.ts";
import * as licensesPublic from "./licenses/public.ts";
import * as licensesSignIn from "./licenses/signIn.ts";
import * as mail from "./mail/customer.ts";
import * as mailDesk from "./mail/operator.ts";
import * as payouts from "./payouts/customer.ts";
import * as payoutsDesk from "./payouts/operator.ts";
import * as payoutsStatement from "./payouts/statement.ts";
import * as promotions from "./promotions/customer.ts";
import * as promotionsDesk from "./promotions/operator.ts";
import * as promotionsPublic from "./promotions/public.ts";
import * as reconciliationDesk from "./reconciliation/operator.ts";
import * as referralsConsent from "./referrals/consent.ts";
import * as referralsDesk from "./referrals/operator.ts";
import * as referralsPublic from "./referrals/public.ts";
import * as refunds from "./refunds/customer.ts";
import * as refundsDesk from "./refunds/operator.ts";
import * as refundsWithdrawal from "./refunds/withdrawal.ts";
import * as refundsWithdrawals from "./refunds/withdrawals.ts";
import * as securityDesk from "./security/operator.ts";
import * as statusDesk from "./status/operator.ts";
import * as statusPublic from "./status/public.ts";
import * as stripeEvents from "./stripeEvents/customer.ts";
import * as stripeEventsDesk from "./stripeEvents/operator.ts";
import * as stripeEventsStripe from "./stripeEvents/stripe.ts";
import * as subscriptions from "./subscriptions/customer.ts";
import * as subscriptionsLeaving from "./subscriptions/leaving.ts";
import * as subscriptionsDesk from "./subscriptions/operator.ts";
import * as subscriptionsPlanChange from "./subscriptions/planChange.ts";
import * as subscriptionsTeam from "./subscriptions/team.ts";

/**
 * Every endpoint by its id, `<feature>/<name>`. The id also names the handler's path below functions/, its Lambda, its
 * row in infra/access/<feature>.ts and its log entries. Infra, local and tests import this table; product code imports
 * only the contract it needs.
 */
export const ENDPOINTS = {
  "accounts/addNote": accountsDesk.addNote,
  "accounts/beginAuthenticator": accountsSettings.beginAuthenticator,
  "accounts/changeCustomerEmail": accountsDesk.changeCustomerEmail,
  "accounts/changeEmail": accountsSettings.changeEmail,
  "accounts/changeName": accountsSettings.changeName,
  "accounts/changePassword": accountsSettings.changePassword,
  "accounts/confirmEmail": accounts.confirmEmail,
  "accounts/confirmNewEmail": accountsSettings.confirmNewEmail,
  "accounts/endAllSessions": accountsSettings.endAllSessions,
  "accounts/endOperatorSession": accountsDesk.endOperatorSession,
  "accounts/endSession": accounts.endSession,
  "accounts/getAccount": accounts.getAccount,
  "accounts/inviteReader": accountsReaders.inviteReader,
  "accounts/listOperators": accountsReaders.listOperators,
  "accounts/listSessions": accountsSettings.listSessions,
  "accounts/recoverAccount": accountsRecovery.recoverAccount,
  "accounts/removeReader": accountsReaders.removeReader,
  "accounts/renewOperatorSession": accountsDesk.renewOperatorSession,
  "accounts/replaceRecoveryCode": accountsRecovery.replaceRecoveryCode,
  "accounts/resumeMail": accountsDesk.resumeMail,
  "accounts/sendEmailCode": accounts.sendEmailCode,
  "accounts/sendPasswordReset": accountsDesk.sendPasswordReset,
  "accounts/setIncidentMail": accountsSettings.setIncidentMail,
  "accounts/setSecondFactor": accountsSettings.setSecondFactor,
  "accounts/startOperatorSession": accountsDesk.startOperatorSession,
  "accounts/unsubscribe": accountsPublic.unsubscribe,
  "activity/getActivityLogs": activity.getActivityLogs,
  "activity/getVideoCount": activity.getVideoCount,
  "activity/report": activityDevice.report,
  "affiliates/getAffiliate": affiliates.getAffiliate,
  "affiliates/getLedger": affiliatesLedger.getLedger,
  "affiliates/halt": affiliatesDesk.halt,
  "affiliates/join": affiliates.join,
  "affiliates/listActivity": affiliatesDesk.listActivity,
  "affiliates/listAffiliates": affiliatesDesk.listAffiliates,
  "affiliates/listConversions": affiliates.listConversions,
  "affiliates/searchAffiliates": affiliatesDesk.searchAffiliates,
  "affiliates/setCommissionRate": affiliatesDesk.setCommissionRate,
  "affiliates/testLink": affiliates.testLink,
  "apiKeys/createApiKey": apiKeysDesk.createApiKey,
  "apiKeys/listApiKeys": apiKeysDesk.listApiKeys,
  "apiKeys/revokeApiKey": apiKeysDesk.revokeApiKey,
  "audit/listAudit": auditDesk.listAudit,
  "audit/searchAudit": auditDesk.searchAudit,
  "catalog/getPlanSettings": catalogDesk.getPlanSettings,
  "catalog/savePlanSettings": catalogDesk.savePlanSettings,
  "checkout/getCredit": checkoutCredit.getCredit,
  "checkout/getCreditSettings": checkoutCreditSettings.getCreditSettings,
  "checkout/leaveCheckout": checkout.leaveCheckout,
  "checkout/saveCreditSettings": checkoutCreditSettings.saveCreditSettings,
  "checkout/startCheckout": checkout.startCheckout,
  "customers/deleteAccount": customers.deleteAccount,
  "customers/deleteCustomer": customersDesk.deleteCustomer,
  "customers/exportCustomer": customersDesk.exportCustomer,
  "customers/exportData": customers.exportData,
  "customers/getCustomer": customersDesk.getCustomer,
  "customers/getOverview": customersOverview.getOverview,
  "customers/listUsers": customersDesk.listUsers,
  "customers/searchUsers": customersDesk.searchUsers,
  "customers/startSession": customersSession.startSession,
  "customers/suspendUser": customersDesk.suspendUser,
  "diagnostics/logClientErrors": diagnosticsPublic.logClientErrors,
  "discounts/createDiscountCode": discountsDesk.createDiscountCode,
  "discounts/endDiscountCode": discountsDesk.endDiscountCode,
  "discounts/getDiscount": discountsDiscount.getDiscount,
  "discounts/listDiscountCodes": discountsDesk.listDiscountCodes,
  "disputes/acceptDispute": disputesDesk.acceptDispute,
  "disputes/answerDispute": disputesDesk.answerDispute,
  "disputes/getDispute": disputesDesk.getDispute,
  "disputes/listDisputes": disputesDesk.listDisputes,
  "insights/exportList": insightsDesk.exportList,
  "insights/getGrowth": insightsGrowth.getGrowth,
  "insights/getLatest": insightsDesk.getLatest,
  "insights/getNeeds": insightsNeeds.getNeeds,
  "insights/getPayment": insightsPayment.getPayment,
  "insights/getSystemStats": insightsDesk.getSystemStats,
  "insights/getTrends": insightsDesk.getTrends,
  "insights/listMovements": insightsBalance.listMovements,
  "insights/listMoves": insightsGrowth.listMoves,
  "insights/recordExport": insightsDesk.recordExport,
  "insights/refreshRows": insightsRefresh.refreshRows,
  "insights/searchAll": insightsDesk.searchAll,
  "licenses/activate": licensesDevice.activate,
  "licenses/answerOffline": licenses.answerOffline,
  "licenses/answerSignIn": licensesSignIn.answerSignIn,
  "licenses/assignLicenseKey": licensesDesk.assignLicenseKey,
  "licenses/createFreeKey": licenses.createFreeKey,
  "licenses/createLicenseKey": licensesDesk.createLicenseKey,
  "licenses/deactivate": licensesDevice.deactivate,
  "licenses/dismissCopy": licenses.dismissCopy,
  "licenses/explain": licensesDevice.explain,
  "licenses/extendKey": licensesDesk.extendKey,
  "licenses/getLeaseKeys": licensesPublic.getLeaseKeys,
  "licenses/getSignIn": licensesSignIn.getSignIn,
  "licenses/listKeys": licensesKeyLists.listKeys,
  "licenses/listSeats": licenses.listSeats,
  "licenses/nameSeat": licenses.nameSeat,
  "licenses/pollSignIn": licensesSignIn.pollSignIn,
  "licenses/reactivateKey": licensesDesk.reactivateKey,
  "licenses/refresh": licensesDevice.refresh,
  "licenses/removeTaken": licenses.removeTaken,
  "licenses/replaceCustomerKey": licensesDesk.replaceCustomerKey,
  "licenses/replaceKey": licenses.replaceKey,
  "licenses/resetSwaps": licensesDesk.resetSwaps,
  "licenses/revokeKey": licensesDesk.revokeKey,
  "licenses/searchKeys": licensesKeyLists.searchKeys,
  "licenses/setEntitlements": licensesDesk.setEntitlements,
  "licenses/showKey": licensesDesk.showKey,
  "licenses/startSignIn": licensesSignIn.startSignIn,
  "licenses/swapSeat": licenses.swapSeat,
  "licenses/unassignLicenseKey": licensesDesk.unassignLicenseKey,
  "licenses/validate": licensesDevice.validate,
  "mail/countRecipients": mailDesk.countRecipients,
  "mail/listMailings": mailDesk.listMailings,
  "mail/openUnsubscribe": mail.openUnsubscribe,
  "mail/resendMail": mailDesk.resendMail,
  "mail/setInvitationMail": mail.setInvitationMail,
  "mail/stopMailing": mailDesk.stopMailing,
  "mail/tryIncidentMail": mailDesk.tryIncidentMail,
  "payouts/approve": payoutsDesk.approve,
  "payouts/cancel": payoutsDesk.cancel,
  "payouts/getBatch": payoutsDesk.getBatch,
  "payouts/getConnect": payouts.getConnect,
  "payouts/getRunLimit": payoutsDesk.getRunLimit,
  "payouts/getStatement": payoutsStatement.getStatement,
  "payouts/listBatches": payoutsDesk.listBatches,
  "payouts/listOwnPayouts": payouts.listOwnPayouts,
  "payouts/listPayoutRequests": payoutsDesk.listPayoutRequests,
  "payouts/listPayouts": payoutsDesk.listPayouts,
  "payouts/previewBatch": payoutsDesk.previewBatch,
  "payouts/reject": payoutsDesk.reject,
  "payouts/requestPayout": payouts.requestPayout,
  "payouts/runCalc": payoutsDesk.runCalc,
  "payouts/runDistribute": payoutsDesk.runDistribute,
  "payouts/saveRunLimit": payoutsDesk.saveRunLimit,
  "payouts/startOnboarding": payouts.startOnboarding,
  "payouts/searchPayouts": payoutsDesk.searchPayouts,
  "payouts/transfer": payoutsDesk.transfer,
  "promotions/getPromotions": promotionsPublic.getPromotions,
  "promotions/getUnits": promotionsDesk.getUnits,
  "promotions/getWaiting": promotions.getWaiting,
  "promotions/joinWaiting": promotions.joinWaiting,
  "promotions/leaveWaiting": promotions.leaveWaiting,
  "promotions/listWaiting": promotionsDesk.listWaiting,
  "promotions/removeWaiting": promotionsDesk.removeWaiting,
  "promotions/savePromotions": promotionsDesk.savePromotions,
  "reconciliation/replayEvent": reconciliationDesk.replayEvent,
  "reconciliation/syncCustomer": reconciliationDesk.syncCustomer,
  "referrals/createDestination": referralsDesk.createDestination,
  "referrals/followLink": referralsPublic.followLink,
  "referrals/getConsentCountries": referralsConsent.getConsentCountries,
  "referrals/listDestinations": referralsDesk.listDestinations,
  "referrals/saveConsentCountries": referralsConsent.saveConsentCountries,
  "referrals/updateDestination": referralsDesk.updateDestination,
  "refunds/answerWithdrawal": refundsWithdrawals.answerWithdrawal,
  "refunds/getRefundLimits": refundsDesk.getRefundLimits,
  "refunds/getRefundOffer": refunds.getRefundOffer,
  "refunds/listWithdrawals": refundsWithdrawals.listWithdrawals,
  "refunds/refundPayment": refundsDesk.refundPayment,
  "refunds/requestRefund": refunds.requestRefund,
  "refunds/saveRefundLimits": refundsDesk.saveRefundLimits,
  "refunds/withdraw": refundsWithdrawal.withdraw,
  "security/listAlerts": securityDesk.listAlerts,
  "security/resolveAlert": securityDesk.resolveAlert,
  "status/getBoard": statusDesk.getBoard,
  "status/getFeed": statusPublic.getFeed,
  "status/getHistory": statusPublic.getHistory,
  "status/getStatus": statusPublic.getStatus,
  "status/linkPostmortem": statusDesk.linkPostmortem,
  "status/openIncident": statusDesk.openIncident,
  "status/saveBoard": statusDesk.saveBoard,
  "status/updateIncident": statusDesk.updateIncident,
  "stripeEvents/getCheckout": stripeEvents.getCheckout,
  "stripeEvents/listFailedEvents": stripeEventsDesk.listFailedEvents,
  "stripeEvents/stripeWebhook": stripeEventsStripe.stripeWebhook,
  "subscriptions/cancelSubscription": subscriptionsLeaving.cancelSubscription,
  "subscriptions/changePlan": subscriptionsPlanChange.changePlan,
  "subscriptions/changeSubscription": subscriptionsDesk.changeSubscription,
  "subscriptions/getSubscription": subscriptions.getSubscription,
  "subscriptions/inviteMember": subscriptionsTeam.inviteMember,
  "subscriptions/joinTeam": subscriptionsTeam.joinTeam,
  "subscriptions/keepPlan": subscriptionsPlanChange.keepPlan,
  "subscriptions/keepSubscription": subscriptions.keepSubscription,
  "subscriptions/listInvoices": subscriptions.listInvoices,
  "subscriptions/openPortal": subscriptions.openPortal,
  "subscriptions/payOpenInvoices": subscriptions.payOpenInvoices,
  "subscriptions/previewPlan": subscriptionsPlanChange.previewPlan,
  "subscriptions/removeMember": subscriptionsTeam.removeMember,
} as const satisfies Record<`${string}/${string}`, Endpoint>;

export type EndpointId = keyof typeof ENDPOINTS;
