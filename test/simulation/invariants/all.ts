import { consentIsKept } from "./consent.ts";
import { creditsAreEarned } from "./credit.ts";
import { nobodyPaysForNothing } from "./endings.ts";
import { figuresAreCounted, growthIsStripes } from "./growth.ts";
import type { Invariant, Settled } from "./invariant.ts";
import { offersAreTrue, theLineAddsUp, theLineKeepsItsOrder } from "./line.ts";
import { everythingIsFound, moneyOutEqualsMoneyOwed, theListIsTheLedger, theOfferHolds } from "./money.ts";
import {
  chargesHaveReceipts,
  endsAreTold,
  failuresEndWithAPerson,
  ownersPayForNothingElse,
  renewalsAreNotSkipped,
  theGuaranteeReturnsCredits,
} from "./obligations.ts";
import { openPagesMayBePaid } from "./pages.ts";
import {
  collectionResumes,
  everybodyCanBuyAgain,
  everybodyCanStop,
  noChargeWithoutARight,
  noRightWithoutMoney,
} from "./rights.ts";
import { moneyIsAudited, promisedRetriesHappen, refundsAreFinished, statusIsTrue } from "./said.ts";
import { callsAreAudited, keysEndOnce } from "./scripts.ts";
import { fewLeasesASeat } from "./seats.ts";
import { formerLeasesCount, membersKeysWork, seatsArePaidFor } from "./teams.ts";
import { buyingEndsTheTrial, oneTrialAComputer } from "./trials.ts";

/** No message becomes a dead letter, and no call answers with an unexpected error. */
const nothingFails: Invariant = ({ shop }) => [
  ...shop.deadLetters.map((what) => `Nothing is given up: ${what}`),
  ...shop.failures.map((what) => `No unexpected error: ${what}`),
  ...shop.untrue,
];

const INVARIANTS: readonly Invariant[] = [
  nothingFails,
  noChargeWithoutARight,
  noRightWithoutMoney,
  collectionResumes,
  everythingIsFound,
  moneyOutEqualsMoneyOwed,
  theListIsTheLedger,
  theOfferHolds,
  creditsAreEarned,
  theLineAddsUp,
  theLineKeepsItsOrder,
  figuresAreCounted,
  growthIsStripes,
  fewLeasesASeat,
  oneTrialAComputer,
  buyingEndsTheTrial,
  formerLeasesCount,
  seatsArePaidFor,
  membersKeysWork,
  openPagesMayBePaid,
  nobodyPaysForNothing,
  ownersPayForNothingElse,
  chargesHaveReceipts,
  endsAreTold,
  theGuaranteeReturnsCredits,
  renewalsAreNotSkipped,
  failuresEndWithAPerson,
  statusIsTrue,
  moneyIsAudited,
  refundsAreFinished,
  promisedRetriesHappen,
  callsAreAudited,
  keysEndOnce,
  consentIsKept,
  everybodyCanStop,
  everybodyCanBuyAgain,
  offersAreTrue,
];

export async function violations(settled: Settled): Promise<string[]> {
  const found: string[] = [];
  for (const invariant of INVARIANTS) found.push(...(await invariant(settled)));
  return found;
}
