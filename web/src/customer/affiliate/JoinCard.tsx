import { type ReactElement, useState } from "react";
import { AFFILIATE_COOKIE_LASTS, DEFAULT_RATE, WHOLE_RATE } from "#shared/affiliates/affiliate.ts";
import { isPaidIn, notPaidIn, smallestRequest } from "#shared/affiliates/countries.ts";
import { join } from "#shared/affiliates/customer.ts";
import { DAY } from "#shared/instant.ts";
import { LONGEST_CODE, SHORTEST_CODE } from "#shared/referrals/foldCode.ts";
import { countryName } from "#shared/words.ts";
import { ApiError, messageOf } from "../../api/ApiError.ts";
import { FailureBanner } from "../../api/FailureBanner.tsx";
import { useAction } from "../../api/useAction.ts";
import { paths } from "../../app/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { money } from "../../ui/format.ts";
import { CountrySelect } from "./CountrySelect.tsx";
import { COMMISSION_TERMS } from "./words.ts";

const PERCENT = (DEFAULT_RATE / WHOLE_RATE) * 100;

const stepsFor = (country: string) => [
  {
    title: "Share your link",
    text: `Or a code that your viewers enter at checkout. A click counts for ${AFFILIATE_COOKIE_LASTS / DAY} days.`,
  },
  {
    title: `Earn ${PERCENT}%`,
    text: `A share of what your buyers pay: once for a lifetime license, and ${COMMISSION_TERMS.window} of a subscription.`,
  },
  {
    title: "Get paid through Stripe",
    text: `We hold each commission for ${COMMISSION_TERMS.holds}. Then you can request ${money(smallestRequest(country))} or more.`,
  },
];

export function JoinCard(): ReactElement {
  const [code, setCode] = useState("");
  const [country, setCountry] = useState("");
  const [accepted, setAccepted] = useState(false);
  const isUnpaid = country !== "" && !isPaidIn(country);
  const { run, pending, error } = useAction(join, { quiet: true, success: "Welcome to the program." });
  const field = error instanceof ApiError ? error.field : undefined;
  const submit = (): void => {
    // The server checks the code. The field shows its error.
    if (accepted && country !== "" && !isUnpaid)
      void run({ acceptTerms: true, country, ...(code.trim() === "" ? {} : { code: code.trim() }) });
  };
  return (
    <Card className="p-5 sm:p-8">
      <CardTitle>Recommend the application and earn a commission</CardTitle>
      <ol className="mt-5 grid gap-6 sm:grid-cols-3">
        {stepsFor(country).map(({ title, text }, at) => (
          <li key={title} className="border-t-2 border-signal pt-3">
            <span className="figures text-sm text-faint">{at + 1}</span>
            <h3 className="mt-1 text-base font-semibold">{title}</h3>
            <p className="mt-1 text-sm text-quiet">{text}</p>
          </li>
        ))}
      </ol>
      <Form onSubmit={submit} className="mt-8 max-w-md space-y-5">
        {error !== null && field !== "code" && (
          <FailureBanner error={error} refused="Could not join the program" maybe="You may have joined." />
        )}
        <div>
          <CountrySelect value={country} onChange={setCountry} />
          {isUnpaid && (
            <Banner tone="warn" className="mt-3">
              {notPaidIn(countryName(country))}
            </Banner>
          )}
        </div>
        <Field
          label="Your code (optional)"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={LONGEST_CODE}
          hint={`${SHORTEST_CODE} to ${LONGEST_CODE} letters and digits. Leave it empty to get a random code. You cannot change it later.`}
          error={field === "code" ? messageOf(error) : undefined}
        />
        <label className="flex items-start gap-3 text-sm">
          <input
            type="checkbox"
            checked={accepted}
            onChange={(event) => setAccepted(event.target.checked)}
            className="mt-0.5 size-5 shrink-0 accent-signal"
          />
          <span>
            I accept the{" "}
            <a href={`${paths.terms.href()}#affiliates`} className="font-medium text-signal-ink underline">
              terms of the affiliate program
            </a>
            . Buying through my own link earns nothing.
          </span>
        </label>
        <Button
          type="submit"
          variant="primary"
          disabled={!accepted || country === "" || isUnpaid}
          pending={pending}
        >
          Join the program
        </Button>
      </Form>
    </Card>
  );
}
