import { type ReactElement, useState } from "react";
import { Link } from "react-router-dom";
import { answerSignIn, type SignInRequest } from "#shared/licenses/signIn.ts";
import { countryName } from "#shared/words.ts";
import { messageOf } from "../../api/ApiError.ts";
import { useAction } from "../../api/useAction.ts";
import { paths } from "../../app/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { time } from "../../ui/format.ts";
import { SeatChoices } from "./SeatChoices.tsx";

type ApproveProps = { request: SignInRequest; onDone: (approved: boolean) => void };

/** Warns about requests that strangers started. Preselects the first available seat. */
export function Approve({ request, onDone }: ApproveProps): ReactElement {
  const { choices, code } = request;
  const [chosen, setChosen] = useState(choices.find(({ problem }) => problem === null)?.keyId ?? null);
  const choice = choices.find(({ keyId }) => keyId === chosen);
  const approve = useAction(answerSignIn, { quiet: true, revalidate: false, onSuccess: () => onDone(true) });
  const deny = useAction(answerSignIn, { quiet: true, revalidate: false, onSuccess: () => onDone(false) });
  const error = approve.error ?? deny.error;
  const replaces = choice?.replaces ?? null;
  return (
    <div className="mt-6 space-y-5">
      <Banner tone="warn" title="Did you start this yourself?">
        Continue only if “{request.computer_name}” is your computer and the application on it shows this code.
        Our team never sends you a code or a link to this page.
      </Banner>
      <p className="rounded-card border border-line bg-raised py-3 text-center font-mono text-xl tracking-widest">
        <span className="sr-only">Code </span>
        {code}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <Fact name="Computer" value={request.computer_name} />
        <Fact name="System" value={`${request.os}, app v${request.app_version}`} />
        <Fact name="Place" value={request.country === null ? "Unknown" : countryName(request.country)} />
        <Fact name="Network" value={networkOf(request)} />
        <Fact name="Requested" value={time(request.requested_at)} />
      </dl>
      {choices.length === 0 ? (
        <NoSeats />
      ) : (
        <SeatChoices choices={choices} chosen={chosen} onChoose={setChosen} />
      )}
      {error !== null && <Banner tone="bad">{messageOf(error)}</Banner>}
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button size="large" pending={deny.pending} onClick={() => void deny.run({ code, answer: "deny" })}>
          Deny
        </Button>
        <Button
          size="large"
          variant="primary"
          disabled={chosen === null || choice?.problem !== null}
          pending={approve.pending}
          onClick={() =>
            void approve.run({ code, answer: "approve", keyId: chosen ?? "", swap: replaces !== null })
          }
        >
          {replaces === null ? "Activate" : "Swap and activate"}
        </Button>
      </div>
    </div>
  );
}

function networkOf({ ip_address, is_same_network }: SignInRequest): string {
  if (ip_address === null) return "Unknown";
  return `${ip_address}, ${is_same_network ? "the network that you are on now" : "a different network than yours"}`;
}

function Fact({ name, value }: { name: string; value: string }): ReactElement {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="figures wrap-anywhere">{value}</dd>
    </>
  );
}

function NoSeats(): ReactElement {
  return (
    <Banner tone="neutral" title="You have no seats yet">
      <p>Generate a free key or choose a plan first, then reload this page.</p>
      <Link to={paths.seats.href()} className={buttonClass("secondary", "small", "mt-3")}>
        Open your seats
      </Link>
    </Banner>
  );
}
