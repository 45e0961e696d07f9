import type { ReactElement } from "react";
import { Link, useLoaderData } from "react-router-dom";
import { paths } from "../../app/paths.ts";
import { useTitle } from "../../app/useTitle.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { type Facts, loadFacts } from "../standing/facts.ts";
import { useStanding } from "../standing/useStanding.ts";
import { PlanCards } from "./PlanCards.tsx";
import { Plans } from "./Plans.tsx";

/** The overview imports the plans from here. A direct import would split the chunks that every page loads first. */
export const PlansOnOffer = Plans;

export function loader({ request }: { request: Request }): Promise<Facts> {
  return loadFacts(request);
}

export function Component(): ReactElement {
  useTitle("Subscription");
  const facts = useLoaderData<Facts>();
  const standing = useStanding(facts);
  return (
    <div className="space-y-4">
      <PlanCards facts={facts} standing={standing} actions={<OpenManagement />} rest={<OpenManagement />} />
    </div>
  );
}

function OpenManagement(): ReactElement {
  return (
    <Link to={paths.manage.href()} className={buttonClass()}>
      Open Management
    </Link>
  );
}
