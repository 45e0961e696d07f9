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
  /** The current page: hides a button that leads to it. */
  here?: string;
  /** Only the cause, for an operator: the advice and the button address the customer. */
  plain?: boolean;
};

export function Why({ explanation, here, plain = false }: WhyProps): ReactElement {
  const { sentence, cause, fix, button } = explanation;
  const isShown = button !== null && button.href !== here && !plain;
  return (
    <div className="mt-3 space-y-1 text-sm">
      <p className="font-medium">{sentence}</p>
      <p className="text-quiet">
        {cause} {!plain && fix}
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
