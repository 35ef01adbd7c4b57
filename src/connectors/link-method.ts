/**
 * A way to connect. The server has one authenticator for each `kind`; the web process can seal what is typed and never open
 * it. Preferred are links without any secret of ours at the customer; what is typed is the fallback.
 */
export interface LinkMethod {
  /** In kebab case; unique in its connector, and stored with the connection. */
  readonly id: string;
  readonly kind: LinkKind;
  /** On the button: "Install the GitHub App". */
  readonly title: string;
  /** Two or three sentences in plain words: what happens next, and what Exhibit holds afterwards. */
  readonly explanation: string;
  /** What to do at the vendor, one sentence a step. Texts in {braces} are filled in: {externalId}, {principal}, {redirectUri}, {publicKey}, {scopes}. */
  readonly instructions: readonly string[];
  /** What a person types. */
  readonly fields: readonly LinkField[];
  /** What the installation needs for it, as settings of the server; without them it is not offered. */
  readonly settings: readonly string[];
  /** For kinds that ask a vendor's endpoint for tokens; `authorize` is used by those that go through a browser. */
  readonly oauth?: OAuthLink;
  /** Of the kind "token": what stands in front of the token in the header. "Bearer" if absent. */
  readonly scheme?: string;
}

export type LinkKind =
  /** Authorization code with PKCE (RFC 6749, 7636); refresh tokens where the vendor gives them. */
  | "oauth2"
  /** A GitHub App's installation: tokens of one hour, minted from a JWT. */
  | "github-app"
  /** Admin consent to a multi-tenant application, then client credentials with a certificate or secret of ours. */
  | "microsoft-consent"
  /** The customer's own application: client credentials with a secret. */
  | "client-credentials"
  /** The customer's own application: client credentials with a key that we make, of which they get the public half (RFC 7523). */
  | "private-key-jwt"
  /** Google's service account with domain-wide delegation: a JWT bearer grant in the name of an administrator. */
  | "google-service-account"
  /** An AWS role that our principal may assume with an external id that we make. */
  | "aws-role"
  /** An access key of an AWS user. */
  | "aws-key"
  /** A token in an Authorization header: `scheme` names what stands in front of it. */
  | "token"
  /** A user name and a token, as HTTP Basic (RFC 7617). */
  | "basic"
  /** The installation itself, connected by who runs it: nothing is typed and nothing is sealed. */
  | "own"
  /** The demo's: nothing behind it. */
  | "sample";

export interface LinkField {
  readonly name: string;
  readonly label: string;
  /** One sentence: where to find it. */
  readonly help: string;
  readonly placeholder: string;
  /** Sealed at once, never shown again. What is no secret is kept as the connection's typed facts. */
  readonly secret: boolean;
  readonly multiline?: true;
  /** What the whole value must match, and the sentence for what does not. */
  readonly pattern: RegExp;
  readonly message: string;
}

export interface OAuthLink {
  /** Names of endpoints, and paths on them, which may hold {fields} that were typed. */
  readonly authorize: { readonly endpoint: string; readonly path: string };
  readonly token: { readonly endpoint: string; readonly path: string };
  /** RFC 7009 where the vendor has it; undefined where nothing can be revoked. */
  readonly revoke?: { readonly endpoint: string; readonly path: string };
  readonly scopes: readonly string[];
  /** Further parameters of the authorization request, such as access_type=offline. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether each refresh gives a new refresh token and ends the old one. */
  readonly rotates: boolean;
  /** Names of the server's settings for the client: id and secret. */
  readonly clientId: string;
  readonly clientSecret: string;
}
