package dev.sluice.mqsim.authority;

import java.util.Set;

/**
 * What SET AUTHREC has granted to a group.
 *
 * @param profile names of objects, maybe generic
 */
public record Grant(String objectType, String profile, String group, Set<Authority> authorities) {}
