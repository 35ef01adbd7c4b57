import { optional, required } from "./scopes.ts";

const actions = [...required, ...optional].map(({ name }) => `                  - ${name}`).join("\n");

/**
 * A CloudFormation template for the role that Exhibit takes: whom it trusts, under which external id, and exactly what it may
 * read. Its two parameters are what the dialog shows as {principal} and {externalId}.
 */
export const roleTemplate = `AWSTemplateFormatVersion: "2010-09-09"
Description: A role with which Exhibit reads settings of this account. It can change nothing and reads no data.
Parameters:
  Principal:
    Type: String
    Description: The principal that Exhibit shows when you connect.
    AllowedPattern: "^arn:aws(-us-gov|-cn)?:iam::[0-9]{12}:(root|role/.+|user/.+)$"
  ExternalId:
    Type: String
    Description: The external id that Exhibit shows when you connect. It belongs to this connection alone.
    MinLength: 16
    MaxLength: 128
Resources:
  ExhibitReader:
    Type: AWS::IAM::Role
    Properties:
      RoleName: ExhibitReader
      Description: Lets Exhibit read settings for compliance evidence.
      MaxSessionDuration: 3600
      AssumeRolePolicyDocument:
        Version: "2012-10-17"
        Statement:
          - Effect: Allow
            Principal:
              AWS: !Ref Principal
            Action: sts:AssumeRole
            Condition:
              StringEquals:
                sts:ExternalId: !Ref ExternalId
      Policies:
        - PolicyName: ReadSettings
          PolicyDocument:
            Version: "2012-10-17"
            Statement:
              - Effect: Allow
                Resource: "*"
                Action:
${actions}
Outputs:
  RoleArn:
    Description: Copy this into Exhibit.
    Value: !GetAtt ExhibitReader.Arn
`;
