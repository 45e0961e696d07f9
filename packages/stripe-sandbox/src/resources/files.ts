import type Stripe from "stripe";
import { invalidParameter } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { need } from "../core/need.ts";
import { operation } from "../http/operation.ts";
import { integer, oneOf, required, shape, text } from "../http/params.ts";

const MEGABYTE = 1024 * 1024;
/** What a bank takes, and how much of it (docs /file-upload). */
const MAX_EVIDENCE_BYTES = 5 * MEGABYTE;
const TYPES: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
};

/** Uploads to files.stripe.com. The sandbox keeps what a file is, and not what is in it. */
export const files = [
  operation<Stripe.FileCreateParams>()(
    "files.create",
    "POST /v1/files",
    {
      purpose: required(oneOf("dispute_evidence")),
      file: required(shape({ name: text, type: text, size: integer })),
    },
    ({ world, params }) => {
      const { name = null, type = "", size = 0 } = params.file;
      const kind = TYPES[type];
      if (kind === undefined)
        throw invalidParameter("Files with purpose dispute_evidence must be PDF, JPEG or PNG.", {
          param: "file",
        });
      if (size > MAX_EVIDENCE_BYTES)
        throw invalidParameter("Files with purpose dispute_evidence must be at most 5 MB.", {
          param: "file",
        });
      const id = newId("file");
      return world.store.put("file", {
        id,
        object: "file",
        created: world.clock.now(),
        expires_at: null,
        filename: name,
        links: { object: "list", data: [], has_more: false, url: `/v1/file_links?file=${id}` },
        purpose: params.purpose,
        size,
        title: null,
        type: kind,
        url: `https://files.stripe.com/v1/files/${id}/contents`,
      });
    },
  ),
  operation<Stripe.FileRetrieveParams>()("files.retrieve", "GET /v1/files/:id", {}, ({ world, id }) =>
    need(world, "file", id),
  ),
];
