# An example of what Exhibit needs in AWS: a database, a bucket in each storage location, one for anchors with object lock, one for
# backups, and a role that may use them. It has been formatted and read by terraform, and not been applied.
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
}

provider "aws" {
  region = var.region
}

provider "aws" {
  alias  = "eu"
  region = var.eu_region
}

locals {
  buckets = {
    us      = "${var.name}-us"
    anchors = "${var.name}-anchors"
    backups = "${var.name}-backups"
  }
}

resource "aws_s3_bucket" "own" {
  for_each            = local.buckets
  bucket              = each.value
  object_lock_enabled = each.key == "anchors"
}

# Companies that choose the EU have their files here.
resource "aws_s3_bucket" "eu" {
  provider = aws.eu
  bucket   = "${var.name}-eu"
}

resource "aws_s3_bucket_versioning" "eu" {
  provider = aws.eu
  bucket   = aws_s3_bucket.eu.id
  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_public_access_block" "eu" {
  provider                = aws.eu
  bucket                  = aws_s3_bucket.eu.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

resource "aws_s3_bucket_policy" "eu_tls_only" {
  provider = aws.eu
  bucket   = aws_s3_bucket.eu.id
  policy   = data.aws_iam_policy_document.tls_only["eu"].json
}

resource "aws_s3_bucket_versioning" "own" {
  for_each = aws_s3_bucket.own
  bucket   = each.value.id
  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_object_lock_configuration" "anchors" {
  bucket = aws_s3_bucket.own["anchors"].id
  rule {
    default_retention {
      mode = "COMPLIANCE"
      days = var.anchor_days
    }
  }
}

resource "aws_s3_bucket_public_access_block" "own" {
  for_each                = aws_s3_bucket.own
  bucket                  = each.value.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

data "aws_iam_policy_document" "tls_only" {
  for_each = merge(aws_s3_bucket.own, { eu = aws_s3_bucket.eu })
  statement {
    effect    = "Deny"
    actions   = ["s3:*"]
    resources = [each.value.arn, "${each.value.arn}/*"]
    principals {
      type        = "*"
      identifiers = ["*"]
    }
    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = ["false"]
    }
  }
}

resource "aws_s3_bucket_policy" "tls_only" {
  for_each = aws_s3_bucket.own
  bucket   = each.value.id
  policy   = data.aws_iam_policy_document.tls_only[each.key].json
}

resource "aws_db_instance" "exhibit" {
  identifier                  = var.name
  engine                      = "postgres"
  engine_version              = "17"
  instance_class              = var.database_class
  allocated_storage           = 100
  max_allocated_storage       = 1000
  db_name                     = "exhibit"
  username                    = "exhibit_admin"
  manage_master_user_password = true
  multi_az                    = true
  storage_encrypted           = true
  backup_retention_period     = 14
  deletion_protection         = true
  vpc_security_group_ids      = var.database_security_groups
  db_subnet_group_name        = var.database_subnet_group
  skip_final_snapshot         = false
  final_snapshot_identifier   = "${var.name}-last"
}

data "aws_iam_policy_document" "files" {
  statement {
    actions   = ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"]
    resources = [for bucket in concat(values(aws_s3_bucket.own), [aws_s3_bucket.eu]) : "${bucket.arn}/*"]
  }
  statement {
    actions   = ["s3:ListBucket", "s3:ListBucketMultipartUploads"]
    resources = [for bucket in concat(values(aws_s3_bucket.own), [aws_s3_bucket.eu]) : bucket.arn]
  }
}

resource "aws_iam_policy" "files" {
  name   = "${var.name}-files"
  policy = data.aws_iam_policy_document.files.json
}
