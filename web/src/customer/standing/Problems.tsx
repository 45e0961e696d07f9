import { type ReactElement, type ReactNode, useState } from "react";
import { readStored, writeStored } from "../../app/storage.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ActionButton } from "./ActionButton.tsx";
import type { Problem } from "./problems.ts";

/** Each problem has a button that solves it. If the first problem is urgent, its button is the primary one. */
export function Problems({ problems }: { problems: readonly Problem[] }): ReactElement {
  return (
    <>
      {problems.map((problem, at) =>
        problem.kind === "unconfirmed" ? (
          <Unconfirmed key={problem.kind} problem={problem} />
        ) : (
          <ProblemBanner
            key={problem.kind}
            problem={problem}
            isFirst={at === 0 && problem.tone !== "neutral"}
          />
        ),
      )}
    </>
  );
}

type BannerProps = { problem: Problem; isFirst?: boolean; children?: ReactNode };

function ProblemBanner({ problem, isFirst = false, children }: BannerProps): ReactElement {
  const { tone, title, text, action } = problem;
  return (
    <Banner tone={tone} title={title}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-[68ch] min-w-0 wrap-anywhere text-pretty">{text}</p>
        <span className="flex flex-wrap gap-2 lg:-my-1.5">
          <ActionButton
            action={action}
            look={{ variant: isFirst ? "primary" : "secondary", size: "small" }}
          />
          {children}
        </span>
      </div>
    </Banner>
  );
}

const LATER = "confirmEmailLater";

function Unconfirmed({ problem }: { problem: Problem }): ReactElement | null {
  const [later, setLater] = useState(() => readStored("sessionStorage", LATER) !== null);
  if (later) return null;
  const putOff = (): void => {
    writeStored("sessionStorage", LATER, "1");
    setLater(true);
  };
  return (
    <ProblemBanner problem={problem}>
      <Button size="small" variant="quiet" onClick={putOff}>
        Later
      </Button>
    </ProblemBanner>
  );
}
