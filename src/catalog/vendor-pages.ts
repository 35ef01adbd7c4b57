import type { ProviderKey } from "#domain/provider.ts";

interface Resource {
  readonly type: string;
  readonly id: string;
  readonly label: string;
}

/** An account as its connection knows it. */
interface Account {
  readonly accountLabel: string | null;
  /** What was typed when it was connected, such as the domain of an Okta organization. */
  readonly typed: readonly { readonly value: string }[];
}

type PageOf = (resource: Resource, account: Account) => string | undefined;

const repository = /^[A-Za-z0-9][\w-]*\/(?!\.\.?$)[\w.-]+$/;

/** Pages by provider and type of resource. Names are the vendor's: each is tried against a form, or encoded. */
const pages: Partial<Record<ProviderKey, Readonly<Record<string, PageOf>>>> = {
  github: {
    repository: ({ label }) => (repository.test(label) ? `https://github.com/${label}/settings` : undefined),
    "pull request": ({ label }) => {
      const [, name, number] = /^(.+)#(\d+)$/.exec(label) ?? [];
      return name && repository.test(name) ? `https://github.com/${name}/pull/${number}` : undefined;
    },
    alert: ({ label }) => {
      const name = label.split("#", 1)[0]!;
      return repository.test(name) ? `https://github.com/${name}/security` : undefined;
    },
    member: ({ label }, { accountLabel }) =>
      accountLabel
        ? `https://github.com/orgs/${encodeURIComponent(accountLabel)}/people?query=${encodeURIComponent(label)}`
        : undefined,
    collaborator: (_, { accountLabel }) =>
      accountLabel ? `https://github.com/orgs/${encodeURIComponent(accountLabel)}/outside-collaborators` : undefined,
    organization: ({ label }) => `https://github.com/organizations/${encodeURIComponent(label)}/settings/security`,
  },
  aws: {
    bucket: ({ label }) => `https://s3.console.aws.amazon.com/s3/buckets/${encodeURIComponent(label)}?tab=permissions`,
    user: ({ id, label }) =>
      id.startsWith("arn:aws:iam::") && !id.endsWith(":root")
        ? `https://console.aws.amazon.com/iam/home#/users/details/${encodeURIComponent(label)}`
        : undefined,
  },
  okta: {
    user: ({ id }, account) => {
      const [, name, domain] = hostOf(account, /^([a-z0-9-]+)(\.okta(?:-emea|preview|-gov)?\.com)$/) ?? [];
      return name && `https://${name}-admin${domain}/admin/user/profile/view/${encodeURIComponent(id)}`;
    },
  },
  jira: {
    ticket: ({ label }, account) => {
      const [site] = hostOf(account, /^[a-z0-9-]+\.atlassian\.net$/) ?? [];
      return site && `https://${site}/browse/${encodeURIComponent(label)}`;
    },
  },
  "google-workspace": { user: () => "https://admin.google.com/ac/users" },
  "microsoft-365": {
    user: ({ id }) =>
      /^[0-9a-f-]{36}$/i.test(id)
        ? `https://entra.microsoft.com/#view/Microsoft_AAD_UsersAndTenants/UserProfileMenuBlade/~/overview/userId/${id}`
        : undefined,
  },
};

/** The vendor's own page of a resource, where one is known that it can be looked at or mended on. */
export function vendorPage(provider: ProviderKey, resource: Resource, account: Account): string | undefined {
  return pages[provider]?.[resource.type]?.(resource, account);
}

function hostOf({ accountLabel, typed }: Account, form: RegExp): RegExpExecArray | undefined {
  const names = [...typed.map(({ value }) => value), accountLabel ?? ""];
  return names.map((name) => form.exec(name.toLowerCase())).find((found) => found !== null);
}
