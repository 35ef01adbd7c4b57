declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Grant {
    addOIDCScope(scope: string): void;
    rejectOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Policy {
    add(prompt: object, at: number): void;
  }
  export const interactionPolicy: {
    readonly base: () => Policy;
    readonly Prompt: new (facts: { name: string; requestable: boolean }) => object;
  };

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    readonly Grant: new (of: { clientId: string; accountId: string }) => Grant;
    readonly AccessToken: {
      find(token: string): Promise<{ readonly accountId: string; readonly scope?: string } | undefined>;
    };
    readonly ClientCredentials: { find(token: string): Promise<{ readonly scope?: string } | undefined> };
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{
      readonly prompt: { readonly name: string };
      readonly params: { readonly client_id: string; readonly scope?: string };
      readonly session?: { readonly accountId: string };
    }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
