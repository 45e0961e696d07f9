import { type LoaderFunctionArgs, redirect } from "react-router-dom";
import { affiliateHref } from "../tabs.ts";

/** Affiliates had a page of their own. */
export const loader = ({ params }: LoaderFunctionArgs): Response =>
  redirect(affiliateHref(params.affiliateId ?? ""));
