import type { RouteObject } from "react-router-dom";
import { takeOperatorTokens } from "./session.ts";

takeOperatorTokens((refused) =>
  import("../operator/gate/token.ts").then(({ operatorToken }) => operatorToken(refused)),
);

export const BACK_OFFICE: RouteObject[] = [
  { index: true, lazy: () => import("../operator/overview/OverviewTab.tsx") },
  { path: "users", lazy: () => import("../operator/users/UsersTab.tsx") },
  { path: "keys", lazy: () => import("../operator/keys/KeysTab.tsx") },
  { path: "security", lazy: () => import("../operator/security/SecurityTab.tsx") },
  { path: "activity", lazy: () => import("../operator/activity/ActivityTab.tsx") },
  { path: "promotions", lazy: () => import("../operator/promotions/PromotionsTab.tsx") },
  { path: "affiliates", lazy: () => import("../operator/affiliates/AffiliatesTab.tsx") },
  { path: "destinations", lazy: () => import("../operator/destinations/DestinationsTab.tsx") },
  { path: "payouts", lazy: () => import("../operator/payouts/PayoutsTab.tsx") },
  { path: "settings", lazy: () => import("../operator/settings/SettingsTab.tsx") },
  { path: "customers/:userId", lazy: () => import("../operator/customer/CustomerPage.tsx") },
  { path: "payments/:paymentId", lazy: () => import("../operator/payments/PaymentPage.tsx") },
  { path: "growth", lazy: () => import("../operator/growth/GrowthDesk.tsx") },
  { path: "growth/rows", lazy: () => import("../operator/growth/MovesPage.tsx") },
  { path: "api-keys", lazy: () => import("../operator/apiKeys/ApiKeyDesk.tsx") },
  { path: "selling", lazy: () => import("../operator/settings/SellingDesk.tsx") },
  { path: "codes", lazy: () => import("../operator/discounts/DiscountDesk.tsx") },
  { path: "disputes", lazy: () => import("../operator/disputes/DisputeDesk.tsx") },
  { path: "disputes/:disputeId", lazy: () => import("../operator/disputes/DisputePage.tsx") },
  { path: "withdrawals", lazy: () => import("../operator/withdrawals/WithdrawalDesk.tsx") },
  { path: "events", lazy: () => import("../operator/events/EventDesk.tsx") },
  { path: "incidents", lazy: () => import("../operator/incidents/IncidentDesk.tsx") },
  { path: "audit", lazy: () => import("../operator/audit/AuditLog.tsx") },
  { path: "*", lazy: () => import("../operator/shell/elsewhere.ts") },
];
