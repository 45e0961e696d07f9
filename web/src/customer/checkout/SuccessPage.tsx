import type { ReactElement, ReactNode } from "react";
import { Link, redirect, useLoaderData } from "react-router-dom";
import { BRAND } from "#shared/brand.ts";
import { fromEpochSeconds } from "#shared/instant.ts";
import { DOWNLOADS } from "#shared/releases.ts";
import type { Refusal } from "#shared/stripeEvents/refusal.ts";
import { requireSession } from "../../app/guard.ts";
import { forgetLastState } from "../../app/lastState.ts";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { atTime, words } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { KeyBox } from "../../ui/KeyBox.tsx";
import { Loading, Skeleton } from "../../ui/Skeleton.tsx";
import { visitorPlatform } from "../dashboard/platform.ts";
import { CheckoutFrame } from "./CheckoutFrame.tsx";
import { type Purchase, usePurchase } from "./usePurchase.ts";

export function loader({ request }: { request: Request }): { sessionId: string } | Response {
  requireSession(request);
  // Another tab may have stored the overview since the payment began.
  forgetLastState();
  const sessionId = new URL(request.url).searchParams.get("session_id");
  return sessionId ? { sessionId } : redirect(paths.dashboard.href());
}

export function Component(): ReactElement {
  const { sessionId } = useLoaderData<{ sessionId: string }>();
  const purchase = usePurchase(sessionId);
  const paid = purchase.state === "paid";
  useTitle(paid ? "Payment Successful!" : "Your order");
  return (
    <CheckoutFrame>
      <div className="mx-auto max-w-2xl">
        <div aria-live="polite">
          <Headline purchase={purchase} />
        </div>
        {purchase.state === "waiting" && <Waiting />}
        {purchase.state === "failed" && <Failed message={purchase.message} />}
        {paid && <Paid purchase={purchase} />}
        {purchase.state !== "failed" && purchase.state !== "refunded" && <NextSteps />}
        {purchase.state === "refunded" && (
          <Link to={paths.subscription.href()} className={buttonClass("primary", "normal", "mt-8")}>
            {purchase.checkout?.refusal === "sold out" ? "See the monthly plan" : "See what you own"}
          </Link>
        )}
      </div>
    </CheckoutFrame>
  );
}

const REFUSED: Readonly<Record<Refusal, string>> = {
  "sold out":
    "The offer sold out before your payment arrived. We refunded you in full, and the money is on its way.",
  "owned already":
    "You already own a lifetime license, so you need nothing more. We are refunding this payment in full.",
  "subscribed already":
    "You already have a subscription, and it continues. We canceled the second one and are refunding its payment.",
  "credit over":
    "Your subscription changed before your payment arrived, so its credit no longer applied. We refunded you in full, and the money is on its way.",
  refunded: "You get the full amount back. This order includes no license.",
};

function Headline({ purchase: { state, checkout } }: { purchase: Purchase }): ReactElement | null {
  if (state === "failed") return null;
  const title = {
    waiting: "Confirming your payment",
    late: "Your payment is on its way",
    refunded: "Your payment was refunded",
    paid: "Payment Successful!",
  };
  const subscribed = checkout?.mode === "subscription";
  const lead = {
    waiting: "This takes a few seconds.",
    late: "Your payment is taking longer than usual. You don't have to wait here. Your license key appears under Seats as soon as the payment arrives.",
    refunded: REFUSED[checkout?.refusal ?? "refunded"],
    paid: subscribed
      ? `Welcome to ${BRAND.name}. Your subscription is now active.`
      : `Welcome to ${BRAND.name}. Your lifetime license is now active.`,
  };
  return (
    <div className="flex items-start gap-4">
      <span
        className={`mt-1 grid size-9 shrink-0 place-items-center rounded-full ${state === "paid" ? "bg-good-soft text-good-ink" : "bg-raised text-quiet"}`}
      >
        <Icon name={state === "paid" ? "check" : "card"} className="size-4.5" />
      </span>
      <div>
        <h1 className="text-xl sm:text-[1.875rem] sm:leading-9">{title[state]}</h1>
        <p className="mt-1.5 text-quiet">{lead[state]}</p>
      </div>
    </div>
  );
}

function Waiting(): ReactElement {
  return (
    <Card className="mt-8 space-y-3 p-5 sm:p-6">
      <Loading />
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-11 w-full max-w-md" />
      <Skeleton className="h-4 w-64" />
    </Card>
  );
}

function Failed({ message }: { message: string | null }): ReactElement {
  return (
    <Card className="p-6 sm:p-8">
      <div role="alert">
        <h1 className="text-lg">Unable to load subscription details</h1>
        <p className="mt-2 text-quiet">{message}</p>
      </div>
      <p className="mt-2 text-sm text-faint">
        If you paid, nothing is lost: your order and your license key are safe.
      </p>
      <div className="mt-6 flex gap-2">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
        <Link to={paths.dashboard.href()} className={buttonClass()}>
          Go to Dashboard
        </Link>
      </div>
    </Card>
  );
}

function Paid({ purchase: { checkout, subscription } }: { purchase: Purchase }): ReactElement {
  const key = checkout?.licenseKey ?? null;
  return (
    <Card className="mt-8 p-5 sm:p-6">
      <h2 className="text-sm font-normal tracking-normal text-quiet">Your license key</h2>
      {key === null ? (
        <p className="mt-1">We are creating your key. You will find it under Seats in your account.</p>
      ) : (
        <KeyBox value={key} label="Copy the license key" className="mt-2" />
      )}
      {checkout?.mode === "subscription" && (
        <dl className="mt-6 flex flex-wrap gap-x-12 gap-y-4 border-t border-line pt-5 text-sm">
          <Fact name="Subscription status">
            <span className="inline-block first-letter:uppercase">
              {words(subscription?.subscription_status ?? "Active")}
            </span>
          </Fact>
          <Fact name="Next billing date">
            {subscription === null ? "N/A" : atTime(fromEpochSeconds(subscription.current_period_end))}
          </Fact>
        </dl>
      )}
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt className="text-quiet">{name}</dt>
      <dd className="figures mt-0.5 font-medium">{children}</dd>
    </div>
  );
}

const STEPS = [
  {
    title: "Download the app",
    text: "Install it on the computer you want to use. If it already runs there with a free key, just enter the new license key.",
  },
  {
    title: "Set up the channel",
    text: "Enter your license key and your provider keys, then connect your channel.",
  },
  {
    title: "Start creating",
    text: "Paste an article. The application turns it into a video that you can edit.",
  },
];

function NextSteps(): ReactElement {
  const platform = visitorPlatform(navigator.userAgent) ?? "windows";
  return (
    <section aria-label="What's next" className="mt-10">
      <h2 className="text-[1.0625rem]">What's next</h2>
      <ol className="mt-4 border-t border-line">
        {STEPS.map(({ title, text }, at) => (
          <li key={title} className="flex gap-4 border-b border-line py-3.5 text-[0.9375rem] leading-6">
            <span className="figures w-5 shrink-0 font-mono text-sm leading-6 text-signal-ink">{at + 1}</span>
            <span>
              <span className="font-medium">{title}</span>
              <span className="block text-quiet">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-6 flex flex-wrap gap-3">
        <a href={DOWNLOADS[platform].path} download className={buttonClass("primary")}>
          <Icon name="download" />
          Download Desktop
        </a>
        <Link to={paths.dashboard.href()} className={buttonClass()}>
          Go to Dashboard
        </Link>
      </div>
      <p className="mt-6 text-sm text-quiet">
        Questions?{" "}
        <a href={`mailto:${BRAND.supportEmail}`} className="font-medium text-signal-ink hover:underline">
          Write to support
        </a>
      </p>
    </section>
  );
}
