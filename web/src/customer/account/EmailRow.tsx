import { type ReactElement, useState } from "react";
import { Link } from "react-router-dom";
import type { Account } from "#shared/accounts/customer.ts";
import { changeEmail, confirmNewEmail } from "#shared/accounts/settings.ts";
import { isUnanswered, messageOf } from "../../api/ApiError.ts";
import { FailureBanner } from "../../api/FailureBanner.tsx";
import { useAction } from "../../api/useAction.ts";
import { paths } from "../../app/paths.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { CodeField } from "./CodeField.tsx";
import { leaveForSignIn } from "./leaveForSignIn.ts";
import { Row } from "./Row.tsx";

const SENT = "A code is on its way.";

/**
 * Shows the address and whether it is confirmed. Until a new address is confirmed, shows the form for its code, which
 * the customer can leave.
 */
export function EmailRow({ email, account }: { email: string; account: Account | null }): ReactElement {
  const [chosen, setChosen] = useState<"row" | "address" | "code">("code");
  const pending = account?.pendingEmail ?? null;
  if (chosen === "address")
    return <AddressForm onSent={() => setChosen("code")} onClose={() => setChosen("row")} />;
  if (chosen === "code" && pending !== null)
    return <CodeForm email={email} waiting={pending} onOther={() => setChosen("address")} />;
  return (
    <Row name="Email" value={<Address email={email} stop={account?.mailStop ?? null} />}>
      {account?.mailStop && (
        <Chip dot tone="bad">
          {account.mailStop.why === "bounced" ? "Emails bounce" : "Most email stopped"}
        </Chip>
      )}
      {account?.emailConfirmed === true && account.mailStop === null && (
        <Chip dot tone="good">
          Confirmed
        </Chip>
      )}
      {account?.emailConfirmed === false && (
        <>
          <Chip dot tone="warn">
            Not confirmed
          </Chip>
          <Link to={paths.confirmEmail.href()} className={buttonClass("secondary", "small")}>
            Confirm
          </Link>
        </>
      )}
      <Button size="small" onClick={() => setChosen(pending === null ? "address" : "code")}>
        Change email
      </Button>
    </Row>
  );
}

function Address({ email, stop }: { email: string; stop: Account["mailStop"] }): ReactElement {
  return (
    <>
      {email}
      {stop !== null && (
        <span className="block text-quiet">
          {stop.why === "bounced"
            ? "Our emails to this address bounce, so we stopped sending them. Change the address to get email again."
            : "One of our emails to this address was marked as spam, so we send only necessary ones, such as receipts, license keys and security notices."}
        </span>
      )}
    </>
  );
}

type AddressProps = { onSent: () => void; onClose: () => void };

function AddressForm({ onSent, onClose }: AddressProps): ReactElement {
  const [typed, setTyped] = useState("");
  const ask = useAction(changeEmail, { quiet: true, success: SENT, onSuccess: onSent });
  return (
    <Form className="max-w-md space-y-4 py-4" onSubmit={() => void ask.run({ email: typed })}>
      <Field
        label="New email"
        type="email"
        autoComplete="email"
        autoFocus
        value={typed}
        hint="We'll email a code to the new address. Changing your address signs you out everywhere."
        error={ask.error === null ? undefined : messageOf(ask.error)}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" pending={ask.pending} disabled={typed.trim() === ""}>
          Send code
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

type CodeProps = { email: string; waiting: string; onOther: () => void };

function CodeForm({ email, waiting, onOther }: CodeProps): ReactElement {
  const [code, setCode] = useState("");
  const ask = useAction(changeEmail, { quiet: true, success: SENT });
  const confirm = useAction(confirmNewEmail, {
    quiet: true,
    revalidate: false,
    onSuccess: () => leaveForSignIn("email"),
  });
  const isLost = confirm.error !== null && isUnanswered(confirm.error);
  return (
    <Form className="max-w-md space-y-4 py-4" onSubmit={() => void confirm.run({ code })}>
      <p className="text-sm wrap-anywhere text-quiet">
        Enter the code we emailed to <strong className="font-medium text-ink">{waiting}</strong>. Your address
        stays {email} until you do.
      </p>
      <CodeField
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={confirm.error === null || isLost ? undefined : messageOf(confirm.error)}
      />
      {isLost && (
        <FailureBanner
          error={confirm.error}
          refused="The address was not changed"
          maybe={`Your address may be ${waiting} now. If you have to sign in, use that one.`}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={confirm.pending}>
          Change email
        </Button>
        <Button variant="quiet" pending={ask.pending} onClick={() => ask.run({ email: waiting })}>
          Send a new code
        </Button>
        <Button variant="quiet" onClick={onOther}>
          Use another address
        </Button>
      </div>
      {ask.error !== null && <p className="text-sm text-bad-ink">{messageOf(ask.error)}</p>}
    </Form>
  );
}
