-- The tokens of all open platforms are in one table, and WeChat's are among them.
--
-- The rules of 0001_init.sql hold here as well. A name is a hash that contains the platform's address, so the rows stay as they
-- are. A process of the version before this one finds no table, and asks Feishu for a token of its own.

ALTER TABLE feishu_tokens RENAME TO platform_tokens;
