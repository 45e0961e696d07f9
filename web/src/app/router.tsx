import { createBrowserRouter, redirect } from "react-router-dom";
import { DashboardSkeleton } from "../customer/dashboard/DashboardSkeleton.tsx";
import { PageSpinner } from "../ui/Spinner.tsx";
import { BACK_OFFICE } from "./backOffice.ts";
import { loader as nowhere } from "./nowhere.ts";
import { paths } from "./paths.ts";
import { Root } from "./Root.tsx";
import { RouteError } from "./RouteError.tsx";

export function createAppRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <RouteError />,
      hydrateFallbackElement: <PageSpinner />,
      children: [
        {
          path: paths.forgotPassword.pattern,
          lazy: () => import("../customer/account/ForgotPasswordPage.tsx"),
        },
        { path: paths.lostPhone.pattern, lazy: () => import("../customer/account/LostPhonePage.tsx") },
        {
          path: paths.confirmEmail.pattern,
          lazy: () => import("../customer/account/ConfirmEmailPage.tsx"),
        },
        { path: paths.activate.pattern, lazy: () => import("../customer/signIn/ActivatePage.tsx") },
        { path: paths.joinTeam.pattern, lazy: () => import("../customer/signIn/JoinTeamPage.tsx") },
        {
          path: paths.refuseInvitations.pattern,
          lazy: () => import("../customer/signIn/RefuseInvitationsPage.tsx"),
        },
        { path: paths.withdraw.pattern, lazy: () => import("../customer/withdraw/WithdrawPage.tsx") },
        {
          path: paths.statement.pattern,
          lazy: () => import("../customer/affiliate/StatementPage.tsx"),
        },
        {
          path: paths.dashboard.pattern,
          hydrateFallbackElement: <DashboardSkeleton />,
          lazy: () => import("../customer/dashboard/DashboardShell.tsx"),
          children: [
            {
              errorElement: <RouteError inside />,
              children: [
                { index: true, lazy: () => import("../customer/dashboard/OverviewTab.tsx") },
                { path: paths.seats.pattern, lazy: () => import("../customer/seats/SeatsTab.tsx") },
                { path: paths.activity.pattern, lazy: () => import("../customer/activity/ActivityTab.tsx") },
                {
                  path: paths.affiliate.pattern,
                  lazy: () => import("../customer/affiliate/AffiliateTab.tsx"),
                },
                { path: paths.account.pattern, lazy: () => import("../customer/account/AccountTab.tsx") },
                {
                  path: paths.subscription.pattern,
                  lazy: () => import("../customer/subscription/SubscriptionTab.tsx"),
                },
                {
                  path: paths.manage.pattern,
                  lazy: () => import("../customer/subscription/ManagePage.tsx"),
                },
                { path: "*", loader: () => redirect(paths.dashboard.href()) },
              ],
            },
          ],
        },
        { path: paths.checkout.pattern, lazy: () => import("../customer/checkout/CheckoutPage.tsx") },
        { path: paths.success.pattern, lazy: () => import("../customer/checkout/SuccessPage.tsx") },
        {
          path: paths.admin.pattern,
          lazy: () => import("../operator/shell/Shell.tsx"),
          children: [{ errorElement: <RouteError inside />, children: BACK_OFFICE }],
        },
        { path: "*", loader: nowhere },
      ],
    },
  ]);
}
