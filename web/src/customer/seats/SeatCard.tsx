import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import type { Seat } from "#shared/licenses/seat.ts";
import { paths } from "../../app/paths.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { atTime, moment } from "../../ui/format.ts";
import { KeyBox } from "../../ui/KeyBox.tsx";
import { Why } from "../../ui/Why.tsx";
import { hasEnded } from "../standing/holdings.ts";
import { ofSeat } from "../standing/plan.ts";
import { StateChip } from "../standing/StateChip.tsx";
import type { Billing } from "../subscription/billing.ts";
import { ComputerDrawing } from "./ComputerDrawing.tsx";
import { CopyQuestion } from "./CopyQuestion.tsx";
import { isAhead } from "./offlineUntil.ts";
import { SeatName } from "./SeatName.tsx";
import { Situations } from "./Situations.tsx";

const SOURCES: Record<Seat["source"], string> = {
  subscription: "Subscription",
  team: "Team",
  lifetime: "Lifetime",
  manual: "From our team",
  free: "Free",
};

const TITLES: Record<Seat["source"], string> = {
  subscription: "Subscription key",
  team: "Team key",
  lifetime: "Lifetime key",
  manual: "License key",
  free: "Free key",
};

/** A computer that has never been online with the seat has no IP address. */
function networkOf({ ip_address, is_same_network }: Seat): string {
  if (ip_address === null) return "";
  return is_same_network
    ? " from the network that you are on now"
    : " from a different network than the one you are on now";
}

type SeatCardProps = {
  seat: Seat;
  billing?: Billing | null;
  /** Whether a banner above the list already explains the key's problem. */
  isTold?: boolean;
  isOffered: boolean;
};

export function SeatCard({ seat, billing = null, isTold = false, isOffered }: SeatCardProps): ReactElement {
  const ended = hasEnded(seat);
  const occupied = seat.activated_at !== null && !ended;
  const { state, line } = ofSeat(seat, billing);
  const isTroubled = seat.code !== "VALID" || seat.warning !== null;
  return (
    <Card className="grid md:grid-cols-[minmax(0,1fr)_14.5rem]">
      <div className="min-w-0 p-5 wrap-anywhere sm:p-6">
        <div className="flex flex-wrap items-center gap-2">
          <SeatName seat={seat} fallback={seat.computer_name ?? TITLES[seat.source]} />
          <StateChip state={state} />
          <Chip>{SOURCES[seat.source]}</Chip>
          {seat.activated_at === null && !ended && <Chip>Not activated yet</Chip>}
        </div>
        {isTroubled && (ended || !isTold) && <Why explanation={seat.explanation} here={paths.seats.href()} />}
        {line !== null && <p className="mt-2 text-sm">{line}</p>}
        {seat.activated_at !== null && (
          <p className="mt-2 text-sm text-quiet">
            {`Activated on ${moment(seat.activated_at)}${networkOf(seat)}.`}
          </p>
        )}
        {seat.is_weak && (
          <p className="mt-2 text-sm text-quiet">
            The application could not read enough about this computer to tell it apart from others. So the
            computer must connect at least every three days and can't have an offline license. To change that,
            run the application outside a container and let it read the system's identity, then activate
            again. Or contact support.
          </p>
        )}
        <CopyQuestion seat={seat} />
        <h3 className="mt-4 text-xs font-normal text-quiet">License Key</h3>
        <KeyBox value={seat.license_key} label="Copy the license key" className="mt-1" />
        {seat.key_replaced_at !== null && (
          <p className="mt-2 text-xs text-quiet">
            New key since {moment(seat.key_replaced_at)}. The old key no longer activates a computer.
          </p>
        )}
        <dl className="mt-5 flex flex-wrap gap-x-9 gap-y-3 text-sm">
          <Fact name="Computer Name" value={seat.computer_name ?? "N/A"} />
          <Fact name="IP Address" value={seat.ip_address ?? "N/A"} />
          {seat.os !== null && <Fact name="System" value={seat.os} />}
          {seat.app_version !== null && <Fact name="Application" value={`v${seat.app_version}`} />}
          {occupied && seat.last_used_at !== null && (
            <Fact name="Last seen" value={moment(seat.last_used_at)} />
          )}
          {occupied && isAhead(seat.lease_ends_at) && (
            <Fact name="Works offline until" value={atTime(seat.lease_ends_at)} />
          )}
        </dl>
        {seat.offline.map(({ computer_name, until }) => (
          <p key={`${computer_name} ${until}`} className="mt-3 text-sm text-quiet">
            “{computer_name}” has an offline license until {atTime(until)}. The computer works without
            internet until then, even if you swap the device.
          </p>
        ))}
        {isOffered && seat.source === "free" && (
          <Link to={paths.checkout.href("payment")} className={buttonClass("primary", "small", "mt-4")}>
            Upgrade to Lifetime
          </Link>
        )}
        {seat.activated_at === null && seat.code === "VALID" && (
          <p className="mt-4 text-sm text-quiet">
            Open the application on the computer, choose{" "}
            <strong className="font-semibold text-ink">Enter key</strong> and paste your license key. The
            application activates immediately.
          </p>
        )}
      </div>
      <div className="hidden place-items-center border-l border-line p-6 md:grid">
        <ComputerDrawing occupied={occupied} className="w-24" />
      </div>
      {!ended && <Situations seat={seat} occupied={occupied} />}
    </Card>
  );
}

function Fact({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="figures mt-0.5 wrap-anywhere">{value}</dd>
    </div>
  );
}
