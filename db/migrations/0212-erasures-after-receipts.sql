-- When the sender of a declaration whose receipt was not sent yet was erased (GDPR, Art. 17): what the receipt needs is
-- kept until it is sent (decision 136). Null: nobody asked, or the sender is erased already.
alter table contract_cancellation add erasure_asked_at timestamptz;
