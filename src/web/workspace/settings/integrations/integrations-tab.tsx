import { useCan } from "../../company-context.tsx";
import { Section } from "../section.tsx";
import { ApiTokens } from "./api-tokens.tsx";
import { Pipelines } from "./pipelines.tsx";
import { Webhooks } from "./webhooks.tsx";

/** What programs may do here and are told of what happens here. Connections to providers are a page of their own. */
export default function IntegrationsTab() {
  const mayManageTokens = useCan("apiTokens.manage");
  const mayManageWebhooks = useCan("webhooks.manage");
  if (!mayManageTokens && !mayManageWebhooks) {
    return (
      <p className="padded-24 measure quiet">
        Only owners and admins can create API tokens and webhooks. Ask one of them if you need one.
      </p>
    );
  }
  return (
    <>
      <Section title="API tokens">
        <ApiTokens />
      </Section>
      <Section title="Trusted pipelines">
        <Pipelines />
      </Section>
      <Section title="Webhooks">
        <Webhooks />
      </Section>
    </>
  );
}
