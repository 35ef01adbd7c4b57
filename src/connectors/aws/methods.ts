import type { LinkMethod } from "../link-method.ts";

/** A role without any secret of ours first; a key of a user where no principal is set up. */
export const methods: readonly LinkMethod[] = [
  {
    id: "role",
    kind: "aws-role",
    title: "Use a role",
    explanation:
      "You make a role that trusts Exhibit under an id of your company alone, and that may read settings and nothing else. Exhibit holds no key of yours: it takes the role for an hour at a time, and you end that by deleting the role.",
    instructions: [
      "Download [the template](/exhibit-aws-role.yaml), open https://console.aws.amazon.com/cloudformation and create a stack from it.",
      "Enter {principal} as Principal.",
      "Enter {externalId} as ExternalId.",
      "Create the stack, open its Outputs and copy RoleArn into the field below.",
    ],
    fields: [
      {
        name: "roleArn",
        label: "Role ARN",
        help: "In the stack's outputs, or on the role's page in IAM.",
        placeholder: "arn:aws:iam::123456789012:role/ExhibitReader",
        secret: false,
        pattern: /^arn:aws(-us-gov|-cn)?:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/,
        message: "Enter the ARN of a role, such as arn:aws:iam::123456789012:role/ExhibitReader.",
      },
    ],
    settings: ["AWS_PRINCIPAL_ARN", "AWS_PRINCIPAL_KEY_ID", "AWS_PRINCIPAL_SECRET_KEY"],
  },
  {
    id: "access-key",
    kind: "aws-key",
    title: "Use an access key",
    explanation:
      "You make a user with AWS's policy SecurityAudit and an access key for it. Exhibit seals the key at once and never shows it again; rotating it stays your task, and a role needs none.",
    instructions: [
      "Open https://console.aws.amazon.com/iam and create a user without console access.",
      "Attach the policy SecurityAudit to it, and no other.",
      "Create an access key for it and copy both parts into the fields below.",
    ],
    fields: [
      {
        name: "accountNumber",
        label: "Account number",
        help: "Behind your name at the top right of the AWS console.",
        placeholder: "123456789012",
        secret: false,
        pattern: /^\d{12}$/,
        message: "Enter the 12 digits of the account, without hyphens.",
      },
      {
        name: "accessKeyId",
        label: "Access key ID",
        help: "Shown with the key on the user's page.",
        placeholder: "AKIAIOSFODNN7EXAMPLE",
        secret: false,
        pattern: /^AKIA[A-Z0-9]{12,124}$/,
        message: "Enter the key's ID: it begins with AKIA.",
      },
      {
        name: "secretAccessKey",
        label: "Secret access key",
        help: "Shown once, when the key is made.",
        placeholder: "",
        secret: true,
        pattern: /^[A-Za-z0-9/+=]{40}$/,
        message: "Enter the 40 characters of the secret access key.",
      },
      {
        name: "partition",
        label: "Partition",
        help: "Leave it at aws unless the account is in GovCloud (aws-us-gov) or China (aws-cn).",
        placeholder: "aws",
        secret: false,
        pattern: /^(aws|aws-us-gov|aws-cn)$/,
        message: "Enter aws, aws-us-gov or aws-cn.",
      },
    ],
    settings: [],
  },
];
