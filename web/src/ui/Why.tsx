import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import { buttonClass } from "./Button.tsx";

type WhyProps = {
  explanation: {
    sentence: string;
    cause: string;
    fix: string;
    button: { label: string; href: string } | null;
  };
  /** The page that the reader is on already: a button that leads there would lead nowhere. */
  here?: string;
  /** The words alone, for a reader who is not the one to act. */
  plain?: boolean;
};

/** Why a license works or does not: what is the matter, its cause, what helps, and the button that leads there. */
export function Why({ explanation, here, plain = false }: WhyProps): ReactElement {
  const { sentence, cause, fix, button } = explanation;
  const isShown = button !== null && button.href !== here && !plain;
  return (
    <div className="mt-3 space-y-1 text-sm">
      <p className="font-medium">{sentence}</p>
      <p className="text-quiet">
        {cause} {fix}
      </p>
      {isShown && (
        <p className="pt-1">
          {button.href.startsWith("/") ? (
            <Link to={button.href} className={buttonClass("secondary", "small")}>
              {button.label}
            </Link>
          ) : (
            <a href={button.href} className={buttonClass("secondary", "small")}>
              {button.label}
            </a>
          )}
        </p>
      )}
    </div>
  );
}
