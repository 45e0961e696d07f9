import type { ReactElement } from "react";
import type { UserRow } from "#shared/customers/userRow.ts";
import { moment, words } from "../../ui/format.ts";
import { ButtonLink } from "../kit/ButtonLink.tsx";
import { Id } from "../kit/Id.tsx";
import { Facts, SidePanel } from "../kit/SidePanel.tsx";
import { customerHref } from "../tabs.ts";
import { Membership } from "./columns.tsx";
import { PasswordReset, UserActions } from "./UserActions.tsx";

export function UserPanel({ user }: { user: UserRow }): ReactElement {
  return (
    <SidePanel
      id={user.id}
      title={user.email}
      actions={
        <>
          <ButtonLink to={customerHref(user.id)} variant="primary">
            Open customer
          </ButtonLink>
          <UserActions user={user} />
          <PasswordReset user={user} />
        </>
      }
    >
      <Facts facts={[{ name: "Membership", value: <Membership user={user} /> }, ...userFacts(user)]} />
    </SidePanel>
  );
}

export const userFacts = (user: UserRow) => [
  { name: "Suspended", value: user.is_suspended ? "yes" : "no" },
  { name: "Subscription", value: user.subscription_status && words(user.subscription_status) },
  { name: "Seats", value: user.seat_count },
  { name: "Created", value: moment(user.created_at) },
  { name: "Changed", value: user.updated_at && moment(user.updated_at) },
  { name: "Last sign-in", value: user.last_sign_in_at && moment(user.last_sign_in_at) },
  { name: "Location", value: user.last_login_location },
  { name: "IP", value: user.last_login_ip },
  { name: "ID", value: <Id>{user.id}</Id> },
];
