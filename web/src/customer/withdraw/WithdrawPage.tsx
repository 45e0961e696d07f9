import { type FormEvent, type ReactElement, useState } from "react";
import type { Output } from "#shared/endpoint.ts";
import { type Declaration, WITHDRAWAL_DAYS, withdraw } from "#shared/refunds/withdrawal.ts";
import { refusalOf } from "../../api/ApiError.ts";
import { FailureBanner } from "../../api/FailureBanner.tsx";
import { useAction } from "../../api/useAction.ts";
import { useTitle } from "../../app/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { atTime } from "../../ui/format.ts";
import { saveFile } from "../../ui/saveFile.ts";
import { AuthFrame } from "../account/AuthFrame.tsx";

const FIELDS = ["name", "email", "contract"] as const;
type Received = Output<typeof withdraw>;

/** Has two steps. The answer does not reveal who is a customer. */
export function Component(): ReactElement {
  useTitle("Withdraw from a contract");
  const [declaration, setDeclaration] = useState<Declaration>({ name: "", email: "", contract: "" });
  const [isAsking, setAsking] = useState(false);
  const [received, setReceived] = useState<Received | null>(null);
  const { run, pending, error } = useAction(withdraw, { quiet: true, revalidate: false });
  const confirm = async (): Promise<void> => {
    const answer = await run(declaration);
    if (answer !== undefined) setReceived(answer);
    else setAsking(false);
  };
  if (received !== null) return <Confirmed declaration={declaration} received={received} />;
  if (isAsking)
    return (
      <AuthFrame title="Confirm your withdrawal" lead="You declare that you withdraw from this contract.">
        <Declared declaration={declaration} />
        <div className="mt-6 flex flex-wrap gap-2">
          <Button variant="primary" size="large" pending={pending} onClick={() => void confirm()}>
            Confirm withdrawal
          </Button>
          <Button size="large" disabled={pending} onClick={() => setAsking(false)}>
            Change
          </Button>
        </div>
      </AuthFrame>
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsking(true);
  };
  const isOfField = FIELDS.some((field) => refusalOf(error, field) !== undefined);
  const input = (field: keyof Declaration) => ({
    required: true,
    value: declaration[field],
    error: refusalOf(error, field),
    onChange: ({ target }: { target: { value: string } }) =>
      setDeclaration({ ...declaration, [field]: target.value }),
  });
  return (
    <AuthFrame
      title="Withdraw from a contract"
      lead={`If you are a consumer, you can withdraw from a purchase within ${WITHDRAWAL_DAYS} days, without giving a reason. You do not need to sign in.`}
    >
      {error !== null && !isOfField && (
        <FailureBanner
          error={error}
          refused="We could not confirm your withdrawal"
          maybe="We may have received your withdrawal."
          className="mt-6"
        />
      )}
      <form onSubmit={submit} className="mt-8 space-y-5" aria-label="Withdraw from a contract">
        <Field label="Name" autoComplete="name" maxLength={100} {...input("name")} />
        <Field
          label="Email of your order"
          type="email"
          autoComplete="email"
          maxLength={254}
          {...input("email")}
        />
        <Field
          label="Order or license key"
          autoComplete="off"
          maxLength={100}
          hint="The number of the invoice, the license key, or what you bought and when."
          {...input("contract")}
        />
        <Button type="submit" variant="primary" size="large" className="w-full">
          Continue
        </Button>
      </form>
    </AuthFrame>
  );
}

function Declared({ declaration: { name, email, contract } }: { declaration: Declaration }): ReactElement {
  return (
    <dl className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 border-y border-line py-4 text-sm">
      {Object.entries({ Name: name, Email: email, Contract: contract }).map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-quiet">{term}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type ConfirmedProps = { declaration: Declaration; received: Received };

function Confirmed({ declaration, received }: ConfirmedProps): ReactElement {
  const at = atTime(received.received_at);
  const save = (): void => {
    const { name, email, contract } = declaration;
    const text = [
      "Withdrawal from a contract",
      `Name: ${name}`,
      `Email: ${email}`,
      `Contract: ${contract}`,
      `Received: ${at}`,
      `Reference: ${received.reference}`,
    ];
    saveFile(`withdrawal-${received.reference}.txt`, `${text.join("\n")}\n`, "text/plain");
  };
  return (
    <AuthFrame
      title="We received your withdrawal"
      lead={`Received ${at}. If we know the order, a confirmation is on its way to the address of the order.`}
    >
      <Declared declaration={declaration} />
      <p className="mt-4 text-sm text-quiet">Reference: {received.reference}</p>
      <Button className="mt-6 self-start" onClick={save}>
        Save a copy
      </Button>
    </AuthFrame>
  );
}
