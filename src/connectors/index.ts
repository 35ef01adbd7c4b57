import { aws } from "./aws/index.ts";
import type { Connector } from "./connector.ts";
import { github } from "./github/index.ts";
import { googleWorkspace } from "./google-workspace/index.ts";
import { installation } from "./installation/index.ts";
import { jira } from "./jira/index.ts";
import { microsoft365 } from "./microsoft-365/index.ts";
import { okta } from "./okta/index.ts";

/** Every connector, one line each. */
export const connectors: readonly Connector[] = [github, aws, googleWorkspace, microsoft365, okta, jira, installation];
