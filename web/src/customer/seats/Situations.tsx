import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Seat } from "#shared/licenses/seat.ts";
import { paths } from "../../app/paths.ts";
import { day } from "../../ui/format.ts";
import { PROVIDERS } from "../providers.ts";
import { OfflineLicense } from "./OfflineLicense.tsx";
import { worksOffline } from "./offlineUntil.ts";
import { ReplaceKey } from "./ReplaceKey.tsx";
import { SwapButton } from "./SwapButton.tsx";
import { swapsLeft } from "./swapsLeft.ts";

export function Situations({ seat, occupied }: { seat: Seat; occupied: boolean }): ReactElement {
  const replaced = seat.key_replaced_at;
  return (
    <div className="grid gap-5 border-t border-line p-5 text-sm sm:grid-cols-3 sm:p-6 md:col-span-2">
      <Situation title="New computer" button={<SwapButton seat={seat} occupied={occupied} />}>
        {occupied
          ? `Free this seat, then enter the license key on the new computer. ${swapsLeft(seat)}`
          : "Enter the license key in the application on the new computer."}{" "}
        {worksOffline(seat.offline_until, "A computer that has had this seat")}
      </Situation>
      <Situation title="Lost or stolen" button={<ReplaceKey seat={seat} />}>
        {replaced !== null &&
          `The key was replaced on ${day(replaced)}. ${worksOffline(seat.replaced_offline_until, "A computer with the old key")} If you lose another computer, do all of this again. `}
        <Link to={paths.account.href()} className="text-ink underline underline-offset-2">
          Change your password
        </Link>
        , which signs out every other browser. A browser on the lost computer could show your license key,
        even a new one. Then replace the key, and enter the new one on your own computer.{" "}
        {replaced === null && worksOffline(seat.offline_until, "The lost computer")} Then revoke the provider
        keys that were on the lost computer:{" "}
        {PROVIDERS.map(({ name, href }, at) => (
          <span key={name}>
            {at > 0 && ", "}
            <a href={href} target="_blank" rel="noreferrer" className="text-ink underline underline-offset-2">
              {name}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </span>
        ))}
        .
      </Situation>
      {seat.code === "VALID" && (
        <Situation title="No internet" button={<OfflineLicense seat={seat} />}>
          A file keeps a computer working without internet for up to 30 days. That computer uses this seat.
        </Situation>
      )}
    </div>
  );
}

type SituationProps = { title: string; button: ReactNode; children: ReactNode };

function Situation({ title, button, children }: SituationProps): ReactElement {
  return (
    <div className="flex flex-col items-start gap-2">
      <h3 className="text-sm">{title}</h3>
      <p className="text-quiet">{children}</p>
      <div className="mt-auto pt-1">{button}</div>
    </div>
  );
}
