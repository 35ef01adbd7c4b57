import type { Step } from "../../connector.ts";
import { RequestFailed } from "../../http.ts";
import { item } from "../../observe.ts";
import { textOfBase64 } from "../base64.ts";
import { askXml } from "../call.ts";
import { readCredentialReport } from "../credential-report.ts";
import type { Data } from "../kinds.ts";
import { homeRegion } from "../partitions.ts";
import { needed } from "../xml.ts";

/** AWS makes a new report every four hours at most. */
export const credentials: Step = {
  id: "credential-report",
  title: "Credential report",
  kinds: ["aws.credentials"],
  scopes: ["iam:GenerateCredentialReport", "iam:GetCredentialReport"],
  everyHours: 4,
  async *collect(context) {
    const region = homeRegion(context.typed);
    await askXml(context.http, "GenerateCredentialReport", { region });
    // While it is being made AWS answers ReportInProgress, which the manifest counts as "slow down": the way out asks again.
    const answer = (await askXml(context.http, "GetCredentialReport", { region }))!;
    const result = ["GetCredentialReportResult"];
    const content = needed(answer.value, "GetCredentialReport", ...result, "Content");
    const at = new Date(needed(answer.value, "GetCredentialReport", ...result, "GeneratedTime"));
    if (Number.isNaN(at.getTime())) throw new RequestFailed("malformed", "the credential report has no time");
    const ids = new Map(
      context.items("aws.user").map((user) => [(user.data as Data<"aws.user">).arn, user.subject.id]),
    );
    for (const row of readCredentialReport(textOfBase64(content))) {
      // The report names users by what can be given to somebody else; one who is gone is told apart by the day of creation.
      const id = row.root ? `${context.account.id} root` : (ids.get(row.arn) ?? `${row.arn} ${row.createdOn ?? ""}`);
      const label = row.root ? "root user" : row.arn.replace(/^.*\//, "");
      yield item("aws.credentials", { type: "user", id, label }, row, { at: at.toISOString() });
    }
  },
};
