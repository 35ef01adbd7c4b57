variable "name" {
  description = "What everything is named after."
  type        = string
  default     = "exhibit"
}

variable "region" {
  description = "Where everything lies."
  type        = string
  default     = "us-east-1"
}

variable "database_class" {
  description = "The size of the database."
  type        = string
  default     = "db.m7g.large"
}

variable "database_subnet_group" {
  description = "Private subnets in two zones."
  type        = string
}

variable "database_security_groups" {
  description = "Groups that let the processes of Exhibit in, and nobody else."
  type        = list(string)
}

variable "anchor_days" {
  description = "How long nobody can remove what says what was signed."
  type        = number
  default     = 3650
}

variable "eu_region" {
  description = "Where files of companies lie that choose the EU."
  type        = string
  default     = "eu-central-1"
}
