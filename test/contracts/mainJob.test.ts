import { mainJob } from "../support/mainJob.ts";

mainJob();
