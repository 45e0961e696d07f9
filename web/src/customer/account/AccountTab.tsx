import type { ReactElement } from "react";
import { useLoaderData } from "react-router-dom";
import { listSessions } from "#shared/accounts/settings.ts";
import type { Output } from "#shared/endpoint.ts";
import { setInvitationMail } from "#shared/mail/customer.ts";
import { ApiError } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { orSignIn, requireSession } from "../../app/guard.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { useShell } from "../dashboard/useShell.ts";
import { Problems } from "../standing/Problems.tsx";
import { suspended } from "../standing/problems.ts";
import { EmailRow } from "./EmailRow.tsx";
import { NameRow } from "./NameRow.tsx";
import { Notifications } from "./Notifications.tsx";
import { PasswordRow } from "./PasswordRow.tsx";
import { SecondFactorRow } from "./SecondFactorRow.tsx";
import { Sessions } from "./Sessions.tsx";
import { YourData } from "./YourData.tsx";

type Loaded = Output<typeof listSessions> & { invitationMail: boolean };

/** @returns null while the account is suspended: the page then shows only the suspension and “Your data” */
export async function loader({ request }: { request: Request }): Promise<Loaded | null> {
  requireSession(request);
  const { signal } = request;
  try {
    const [{ sessions }, { enabled }] = await orSignIn(
      request,
      Promise.all([call(listSessions, {}, { signal }), call(setInvitationMail, {}, { signal })]),
      "Failed to load your sessions",
    );
    return { sessions, invitationMail: enabled };
  } catch (error) {
    if (error instanceof ApiError && error.code === "ACCOUNT_SUSPENDED") return null;
    throw error;
  }
}

export function Component(): ReactElement {
  useTitle("Account");
  const loaded = useLoaderData<Loaded | null>();
  const { email, account } = useShell();
  const data = (
    <Card className="p-5 sm:p-6">
      <CardTitle>Your data</CardTitle>
      <YourData email={email} />
    </Card>
  );
  if (loaded === null)
    return (
      <div className="space-y-4">
        <Problems problems={[suspended(account ?? {})]} />
        {data}
      </div>
    );
  const { sessions, invitationMail } = loaded;
  return (
    <div className="space-y-4">
      <Card className="p-5 sm:p-6">
        <CardTitle>Profile</CardTitle>
        <div className="mt-3 divide-y divide-line">
          {account !== null && <NameRow name={account.name} />}
          <EmailRow email={email} account={account} />
        </div>
      </Card>
      <Card className="p-5 sm:p-6">
        <CardTitle>Signing in</CardTitle>
        <div className="mt-3 divide-y divide-line">
          <PasswordRow email={email} name={account?.name ?? null} />
          {account !== null && <SecondFactorRow email={email} since={account.secondFactorSince} />}
        </div>
      </Card>
      <Sessions sessions={sessions} />
      {account !== null && (
        <Notifications incidentMail={account.incidentMail} invitationMail={invitationMail} />
      )}
      {data}
    </div>
  );
}
