"""What the strategy `graph` grows, stage by stage: outline, core, noise, and the changes that settle a label."""
