import type { ReactElement } from "react";
import { listConversions } from "#shared/affiliates/customer.ts";
import type { Output } from "#shared/endpoint.ts";
import { call } from "../../api/call.ts";
import { money } from "../../ui/format.ts";
import { MoneyList, type MoneyRow } from "./MoneyList.tsx";
import { type Conversion, tellConversion } from "./words.ts";

type Page = Output<typeof listConversions>;

const toRow = (conversion: Conversion): MoneyRow => ({
  id: conversion.id,
  at: conversion.at,
  what: `A payment of ${money(conversion.amount_cents, conversion.currency)} before tax`,
  amount: money(conversion.earned_cents - conversion.reversed_cents, conversion.currency),
  told: tellConversion(conversion),
});
const toRows = ({ conversions, next }: Page) => ({ rows: conversions.map(toRow), next });

export function Conversions({ first }: { first: Page }): ReactElement {
  return (
    <MoneyList
      title="Conversions"
      empty="No purchases through your link yet. Add your link to a video's description, or mention your code in the video."
      first={toRows(first)}
      more={async (cursor) => toRows(await call(listConversions, { cursor }))}
    />
  );
}
