import type { ReactElement } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { buttonClass } from "../../ui/Button.tsx";

type ButtonLinkProps = Omit<LinkProps, "className"> & { variant?: Parameters<typeof buttonClass>[0] };

export function ButtonLink({ variant, ...link }: ButtonLinkProps): ReactElement {
  return <Link {...link} className={buttonClass(variant, "small")} />;
}
