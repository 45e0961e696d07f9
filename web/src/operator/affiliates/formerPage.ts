import { type LoaderFunctionArgs, redirect } from "react-router-dom";
import { affiliateHref } from "../tabs.ts";

/** Redirects the former address of an affiliate's ledger to the customer's page. */
export const loader = ({ params }: LoaderFunctionArgs): Response =>
  redirect(affiliateHref(params.affiliateId ?? ""));
