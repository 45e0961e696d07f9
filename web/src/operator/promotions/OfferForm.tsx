import { type ReactElement, useState } from "react";
import { savePromotions } from "#shared/promotions/operator.ts";
import { DEFAULT_HERO_TEXT, DEFAULT_SUBTITLE, type Promotions } from "#shared/promotions/promotion.ts";
import { getPromotions } from "#shared/promotions/public.ts";
import { ApiError, messageOf, refusalOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { atTime } from "../../ui/format.ts";
import { Switch } from "../../ui/Switch.tsx";
import { useChange } from "../data/useChange.ts";
import { changedSince, type Draft, draftOf, hasEnded, offerOf, rebased, termsIn } from "./draft.ts";
import { OfferPreview } from "./OfferPreview.tsx";
import { Units, type UnitsSold } from "./Units.tsx";
import { type WaitingPage, WaitingPeople } from "./WaitingPeople.tsx";

type OfferFormProps = {
  loaded: Promotions;
  units: UnitsSold | null;
  /** Undefined while there is no waiting list. */
  waiting: WaitingPage | null | undefined;
};

/** Sends the loaded offer along, so that the server refuses a save only if another save changed the same field. */
export function OfferForm({ loaded, units, waiting }: OfferFormProps): ReactElement {
  const [base, setBase] = useState(loaded);
  const [draft, setDraft] = useState(() => draftOf(loaded));
  const [newest, setNewest] = useState<Promotions | null>(null);
  const [problem, setProblem] = useState<{ field: string; sentence: string } | null>(null);
  const save = useChange(savePromotions, { success: "Saved.", quiet: true });
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });

  const continueWith = (offer: Promotions, typed: Draft): void => {
    setBase(offer);
    setDraft(typed);
  };
  const changes = newest === null ? [] : changedSince(base, newest);
  const submit = async (): Promise<void> => {
    const read = offerOf(draft, base);
    if ("field" in read) return setProblem(read);
    setProblem(null);
    // Clears the previous refusal.
    setNewest(null);
    const saved = await save.run({ ...read.offer, version: base.version, loaded: termsIn(base) });
    if (saved !== undefined) continueWith(saved, draftOf(saved));
  };
  const isConflict = save.error instanceof ApiError && save.error.code === "CONFLICT";
  const isAnswered = isConflict && newest !== null && base === newest;
  const look = async (): Promise<void> => setNewest(await call(getPromotions, {}));
  const fieldOf = (name: "hero_text" | "subtitle" | "end_at" | "quantity_remaining") => ({
    value: draft[name],
    error: problem?.field === name ? problem.sentence : refusalOf(save.error, name),
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });

  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]">
      <Card className="p-5 sm:p-6">
        <CardTitle>Lifetime offer</CardTitle>
        <Form onSubmit={submit} className="mt-4 space-y-5">
          <div className="flex flex-wrap gap-x-8 gap-y-4">
            <Switch
              label={
                hasEnded(draft)
                  ? `Lifetime offer ended ${atTime(new Date(draft.end_at).toISOString())}`
                  : "Lifetime offer is on"
              }
              checked={draft.lifetime_enabled}
              onChange={(lifetime_enabled) => set({ lifetime_enabled })}
            />
            <Switch
              label="Waiting list while the offer is sold out"
              checked={draft.waiting_list}
              onChange={(waiting_list) => set({ waiting_list })}
            />
          </div>
          {base.waiting_list === true && !draft.waiting_list && (base.waiting ?? 0) > 0 && (
            <Banner tone="warn">
              When you save, the waiting list closes and everyone on it gets an email. To pause the list
              instead, switch the offer off.
            </Banner>
          )}
          <Field
            label="Hero text"
            placeholder={DEFAULT_HERO_TEXT}
            maxLength={120}
            {...fieldOf("hero_text")}
          />
          <Field label="Subtitle" placeholder={DEFAULT_SUBTITLE} maxLength={240} {...fieldOf("subtitle")} />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label="Ends"
              type="datetime-local"
              hint={
                hasEnded(draft)
                  ? "The offer has ended. To sell again, choose a later time."
                  : "In your own time zone. Leave empty for no end date."
              }
              {...fieldOf("end_at")}
            />
            <Field
              label="Quantity remaining"
              type="number"
              min={0}
              inputMode="numeric"
              hint="Leave empty for no limit."
              {...fieldOf("quantity_remaining")}
            />
          </div>
          {save.error !== null && !isAnswered && (
            <Banner tone="bad" title="Save failed">
              <p>{messageOf(save.error)}</p>
              {isConflict && newest === null && (
                <Button size="small" className="mt-2" onClick={() => void look()}>
                  What has changed?
                </Button>
              )}
              {isConflict && newest !== null && (
                <div className="mt-1">
                  <p>
                    {changes.length === 0
                      ? "Nothing in this form changed."
                      : `Changed since you loaded this form: ${changes.join(", ")}.`}
                  </p>
                  <div className="mt-2 flex flex-wrap gap-2">
                    <Button size="small" onClick={() => continueWith(newest, draftOf(newest))}>
                      Load the latest
                    </Button>
                    <Button size="small" onClick={() => continueWith(newest, rebased(draft, base, newest))}>
                      Keep my changes
                    </Button>
                  </div>
                </div>
              )}
            </Banner>
          )}
          <Button type="submit" variant="primary" pending={save.pending}>
            {save.pending ? "Saving..." : "Save"}
          </Button>
        </Form>
      </Card>
      <div className="space-y-4">
        <OfferPreview draft={draft} />
        <Units units={units} />
        {waiting !== undefined && <WaitingPeople list={waiting} />}
      </div>
    </div>
  );
}
