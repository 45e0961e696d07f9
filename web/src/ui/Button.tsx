import type { ButtonHTMLAttributes, MouseEvent, ReactElement, ReactNode, Ref } from "react";
import { cx } from "./cx.ts";
import { Spinner } from "./Spinner.tsx";
import { useViewOnly } from "./ViewOnly.ts";

type Variant = "primary" | "secondary" | "quiet" | "danger";
type Size = "small" | "normal" | "large";

const VARIANTS: Record<Variant, string> = {
  primary: "bg-signal text-on-signal hover:bg-signal-hover",
  secondary: "border border-line bg-surface text-ink hover:border-edge hover:bg-raised dark:border-edge",
  quiet: "text-ink hover:bg-raised",
  danger: "border border-line bg-surface text-bad-ink hover:border-bad hover:bg-bad-soft",
};
const SIZES: Record<Size, string> = {
  small: "min-h-8 px-3 text-sm pointer-coarse:min-h-10",
  normal: "min-h-10 px-4 text-sm pointer-coarse:min-h-11",
  large: "min-h-12 px-5 text-[0.9375rem]",
};

export function buttonClass(
  variant: Variant = "secondary",
  size: Size = "normal",
  className?: string,
): string {
  return cx(
    "inline-flex items-center justify-center gap-2 rounded-control font-medium max-w-full shrink-0 py-1 text-center transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type"> & {
  variant?: Variant;
  size?: Size;
  type?: "button" | "submit";
  /** Shows a spinner, keeps the focus, and ignores clicks. */
  pending?: boolean;
  /** Whether it changes something. Default: primary, dangerous and submitting buttons do. */
  changes?: boolean;
  ref?: Ref<HTMLButtonElement> | undefined;
  children: ReactNode;
};

export function Button({
  variant = "secondary",
  size = "normal",
  type = "button",
  pending = false,
  changes = variant === "primary" || variant === "danger" || type === "submit",
  disabled,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps): ReactElement | null {
  if (useViewOnly() && changes) return null;
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? refuse : onClick}
      className={buttonClass(variant, size, className)}
    >
      {pending && <Spinner />}
      {/* A separate element, because React cannot insert before a text that a translator replaced. */}
      <span className="contents">{children}</span>
    </button>
  );
}

/** Replaces `disabled`, because a disabled button loses the focus. Also prevents submitting a form. */
const refuse = (event: MouseEvent): void => event.preventDefault();
